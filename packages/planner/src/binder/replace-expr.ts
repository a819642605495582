import { type Expr, exprChildren, withExprChildren } from '@ballista-ts/core';

interface Frame {
  readonly expr: Expr;
  readonly children: readonly Expr[];
  readonly done: Expr[];
}

/**
 * Replaces the outermost parts of an expression that `replace` answers for, and does not look inside what it replaced. Parts
 * that stay keep their identity, and depth costs no stack.
 */
export function replaceExpr(root: Expr, replace: (expr: Expr) => Expr | undefined): Expr {
  const top = replace(root);
  if (top !== undefined) return top;
  const stack: Frame[] = [{ expr: root, children: exprChildren(root), done: [] }];
  for (;;) {
    const frame = stack[stack.length - 1]!;
    const next = frame.children[frame.done.length];
    if (next !== undefined) {
      const replaced = replace(next);
      if (replaced !== undefined) frame.done.push(replaced);
      else stack.push({ expr: next, children: exprChildren(next), done: [] });
      continue;
    }
    const same = frame.children.every((child, index) => child === frame.done[index]);
    const result = same ? frame.expr : withExprChildren(frame.expr, frame.done);
    stack.pop();
    const parent = stack[stack.length - 1];
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}
