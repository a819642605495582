import { rewriteTree, type TreeShape, visitTree } from '../../tree.js';
import type { PhysicalColumn, PhysicalExpr } from './physical-expr.js';

/** Operands in evaluation order. */
export function physicalExprChildren(expr: PhysicalExpr): readonly PhysicalExpr[] {
  switch (expr.kind) {
    case 'Column':
    case 'Literal':
      return [];
    case 'BinaryExpr':
      return [expr.left, expr.right];
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
    case 'Cast':
    case 'TryCast':
      return [expr.expr];
    case 'Case':
      return [
        ...(expr.expr === undefined ? [] : [expr.expr]),
        ...expr.whenThen.flatMap(({ when, then }) => [when, then]),
        ...(expr.elseExpr === undefined ? [] : [expr.elseExpr]),
      ];
    case 'InList':
      return [expr.expr, ...expr.list];
    case 'Like':
      return [expr.expr, expr.pattern];
    case 'ScalarFunction':
      return expr.args;
  }
}

/** The same expression over other operands; as many as `physicalExprChildren` gave. */
export function withPhysicalExprChildren(expr: PhysicalExpr, children: readonly PhysicalExpr[]): PhysicalExpr {
  switch (expr.kind) {
    case 'Column':
    case 'Literal':
      return expr;
    case 'BinaryExpr':
      return { ...expr, left: children[0]!, right: children[1]! };
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
    case 'Cast':
    case 'TryCast':
      return { ...expr, expr: children[0]! };
    case 'Case': {
      let next = 0;
      const subject = expr.expr === undefined ? {} : { expr: children[next++]! };
      const whenThen = expr.whenThen.map(() => ({ when: children[next++]!, then: children[next++]! }));
      return {
        kind: 'Case',
        ...subject,
        whenThen,
        ...(expr.elseExpr === undefined ? {} : { elseExpr: children[next]! }),
      };
    }
    case 'InList':
      return { ...expr, expr: children[0]!, list: children.slice(1) };
    case 'Like':
      return { ...expr, expr: children[0]!, pattern: children[1]! };
    case 'ScalarFunction':
      return { ...expr, args: children };
  }
}

export const physicalExprShape: TreeShape<PhysicalExpr> = {
  children: physicalExprChildren,
  withChildren: withPhysicalExprChildren,
};

/** Rewrites bottom-up. The identity of unchanged parts is kept; depth costs no stack. */
export const transformPhysicalExpr = (
  expr: PhysicalExpr,
  rewrite: (expr: PhysicalExpr) => PhysicalExpr,
): PhysicalExpr => rewriteTree(physicalExprShape, expr, rewrite);

/** Calls `visit` for every part, parents first; `false` skips the parts below. */
export const visitPhysicalExpr = (expr: PhysicalExpr, visit: (expr: PhysicalExpr) => boolean | void): void =>
  visitTree(physicalExprShape, expr, visit);

/** Replaces every column, or answers undefined when one has no replacement. */
export function mapPhysicalColumns(
  expr: PhysicalExpr,
  replace: (column: PhysicalColumn) => PhysicalExpr | undefined,
): PhysicalExpr | undefined {
  let complete = true;
  const mapped = transformPhysicalExpr(expr, (part) => {
    if (part.kind !== 'Column') return part;
    const replacement = replace(part);
    if (replacement === undefined) complete = false;
    return replacement ?? part;
  });
  return complete ? mapped : undefined;
}

/** Positions of all input columns an expression reads. */
export function physicalColumnsOf(expr: PhysicalExpr): Set<number> {
  const found = new Set<number>();
  visitPhysicalExpr(expr, (part) => {
    if (part.kind === 'Column') found.add(part.index);
  });
  return found;
}
