import type { TreeShape } from '@ballista-ts/core';

/** What entering a node decides: the node, and what each of its inputs is told; without contexts its inputs stay as they are. */
export interface Entered<T, C> {
  readonly node: T;
  readonly contexts?: readonly C[];
  /** Called when the inputs are done. */
  readonly leave?: (node: T) => T;
}

interface Frame<T, C> {
  readonly entered: Entered<T, C>;
  readonly children: readonly T[];
  readonly done: T[];
}

/** Rewrites a tree top-down where each node tells its inputs something (wanted columns, owned partitions). No recursion. */
export function rewriteWithContext<T extends object, C>(
  shape: TreeShape<T>,
  root: T,
  context: C,
  enter: (node: T, context: C) => Entered<T, C>,
): T {
  const open = (node: T, told: C): Frame<T, C> => {
    const entered = enter(node, told);
    return { entered, children: entered.contexts === undefined ? [] : shape.children(entered.node), done: [] };
  };
  const stack: Frame<T, C>[] = [open(root, context)];
  for (;;) {
    const { entered, children, done } = stack[stack.length - 1]!;
    const next = children[done.length];
    if (next !== undefined) {
      stack.push(open(next, entered.contexts![done.length]!));
      continue;
    }
    const same = children.every((child, index) => child === done[index]);
    const rebuilt = same ? entered.node : shape.withChildren(entered.node, done);
    const result = entered.leave === undefined ? rebuilt : entered.leave(rebuilt);
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}
