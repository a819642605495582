/** How to take a node apart and put it together again. */
export interface TreeShape<T extends object> {
  readonly children: (node: T) => readonly T[];
  readonly withChildren: (node: T, children: readonly T[]) => T;
}

interface Frame<T> {
  readonly node: T;
  readonly children: readonly T[];
  readonly done: T[];
}

/**
 * Rewrites a tree bottom-up. Keeps its own stack, since chains of ten thousand operators are real, and keeps the identity
 * of every node whose children and self did not change.
 */
export function rewriteTree<T extends object>(shape: TreeShape<T>, root: T, rewrite: (node: T) => T): T {
  const stack: Frame<T>[] = [{ node: root, children: shape.children(root), done: [] }];
  for (;;) {
    const frame = stack[stack.length - 1]!;
    const next = frame.children[frame.done.length];
    if (next !== undefined) {
      stack.push({ node: next, children: shape.children(next), done: [] });
      continue;
    }
    const { node, children, done } = frame;
    const same = children.every((child, index) => child === done[index]);
    const result = rewrite(same ? node : shape.withChildren(node, done));
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}

/** The same, top-down: a node is rewritten before its (new) children are. */
export function rewriteTreeDown<T extends object>(shape: TreeShape<T>, root: T, rewrite: (node: T) => T): T {
  const enter = (node: T): Frame<T> => {
    const rewritten = rewrite(node);
    return { node: rewritten, children: shape.children(rewritten), done: [] };
  };
  const stack: Frame<T>[] = [enter(root)];
  for (;;) {
    const frame = stack[stack.length - 1]!;
    const next = frame.children[frame.done.length];
    if (next !== undefined) {
      stack.push(enter(next));
      continue;
    }
    const { node, children, done } = frame;
    const result = children.every((child, index) => child === done[index]) ? node : shape.withChildren(node, done);
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}

/** Folds a tree bottom-up: `fold` sees a node and what its children gave. */
export function foldTree<T extends object, R>(
  shape: Pick<TreeShape<T>, 'children'>,
  root: T,
  fold: (node: T, children: readonly R[]) => R,
): R {
  const stack: { readonly node: T; readonly children: readonly T[]; readonly done: R[] }[] = [
    { node: root, children: shape.children(root), done: [] },
  ];
  for (;;) {
    const frame = stack[stack.length - 1]!;
    const next = frame.children[frame.done.length];
    if (next !== undefined) {
      stack.push({ node: next, children: shape.children(next), done: [] });
      continue;
    }
    const result = fold(frame.node, frame.done);
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}

/** Visits parents before children, left to right; answering `false` skips what is below. */
export function visitTree<T extends object>(
  shape: Pick<TreeShape<T>, 'children'>,
  root: T,
  visit: (node: T) => boolean | void,
): void {
  const pending: T[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (visit(node) === false) continue;
    const children = shape.children(node);
    for (let index = children.length - 1; index >= 0; index -= 1) pending.push(children[index]!);
  }
}
