import { unreachable } from '../errors/unreachable.js';
import { rewriteTree, rewriteTreeDown, type TreeShape, visitTree } from '../tree.js';
import type { ColumnExpr, Expr, SortExpr } from './expr.js';

/** Operands in a fixed order. Plans inside subqueries are not operands; what is compared with them is. */
export function exprChildren(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'Column':
    case 'Literal':
    case 'Exists':
    case 'ScalarSubquery':
    case 'OuterReferenceColumn':
    case 'Wildcard':
    case 'Placeholder':
    case 'LambdaVariable':
      return [];
    case 'Alias':
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown':
    case 'Cast':
    case 'TryCast':
    case 'InSubquery':
    case 'SetComparison':
    case 'Unnest':
      return [expr.expr];
    case 'BinaryExpr':
      return [expr.left, expr.right];
    case 'Between':
      return [expr.expr, expr.low, expr.high];
    case 'Like':
    case 'SimilarTo':
      return [expr.expr, expr.pattern];
    case 'Case':
      return [
        ...(expr.expr === undefined ? [] : [expr.expr]),
        ...expr.whenThen.flatMap(({ when, then }) => [when, then]),
        ...(expr.elseExpr === undefined ? [] : [expr.elseExpr]),
      ];
    case 'InList':
      return [expr.expr, ...expr.list];
    case 'ScalarFunction':
      return expr.args;
    case 'AggregateFunction':
      return [...expr.args, ...(expr.filter === undefined ? [] : [expr.filter]), ...sortOperands(expr.orderBy)];
    case 'WindowFunction':
      return [
        ...expr.args,
        ...expr.partitionBy,
        ...sortOperands(expr.orderBy),
        ...(expr.filter === undefined ? [] : [expr.filter]),
      ];
    case 'GroupingSet':
      return expr.sets.flat();
    case 'Lambda':
      return [expr.body];
    default:
      return unreachable(expr, 'expression');
  }
}

const sortOperands = (keys: readonly SortExpr[]): readonly Expr[] => keys.map((key) => key.expr);

/** The same expression over other operands; as many as `exprChildren` gave. */
export function withExprChildren(expr: Expr, children: readonly Expr[]): Expr {
  let next = 0;
  const take = (): Expr => children[next++]!;
  const takeAll = (of: readonly unknown[]): Expr[] => of.map(take);
  const takeSort = (keys: readonly SortExpr[]): SortExpr[] => keys.map((key) => ({ ...key, expr: take() }));
  switch (expr.kind) {
    case 'Column':
    case 'Literal':
    case 'Exists':
    case 'ScalarSubquery':
    case 'OuterReferenceColumn':
    case 'Wildcard':
    case 'Placeholder':
    case 'LambdaVariable':
      return expr;
    case 'Alias':
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown':
    case 'Cast':
    case 'TryCast':
    case 'InSubquery':
    case 'SetComparison':
    case 'Unnest':
      return { ...expr, expr: take() };
    case 'BinaryExpr':
      return { ...expr, left: take(), right: take() };
    case 'Between':
      return { ...expr, expr: take(), low: take(), high: take() };
    case 'Like':
    case 'SimilarTo':
      return { ...expr, expr: take(), pattern: take() };
    case 'Case': {
      const subject = expr.expr === undefined ? {} : { expr: take() };
      const whenThen = expr.whenThen.map(() => ({ when: take(), then: take() }));
      return { kind: 'Case', ...subject, whenThen, ...(expr.elseExpr === undefined ? {} : { elseExpr: take() }) };
    }
    case 'InList':
      return { ...expr, expr: take(), list: takeAll(expr.list) };
    case 'ScalarFunction':
      return { ...expr, args: takeAll(expr.args) };
    case 'AggregateFunction': {
      const args = takeAll(expr.args);
      const filter = expr.filter === undefined ? {} : { filter: take() };
      return { ...expr, args, ...filter, orderBy: takeSort(expr.orderBy) };
    }
    case 'WindowFunction': {
      const args = takeAll(expr.args);
      const partitionBy = takeAll(expr.partitionBy);
      const orderBy = takeSort(expr.orderBy);
      return { ...expr, args, partitionBy, orderBy, ...(expr.filter === undefined ? {} : { filter: take() }) };
    }
    case 'GroupingSet':
      return { ...expr, sets: expr.sets.map((set) => takeAll(set)) };
    case 'Lambda':
      return { ...expr, body: take() };
    default:
      return unreachable(expr, 'expression');
  }
}

export const exprShape: TreeShape<Expr> = { children: exprChildren, withChildren: withExprChildren };

/** Rewrites bottom-up; identity of unchanged parts is kept, depth costs no stack. */
export const transformExpr = (expr: Expr, rewrite: (expr: Expr) => Expr): Expr => rewriteTree(exprShape, expr, rewrite);
/** Rewrites top-down. */
export const transformExprDown = (expr: Expr, rewrite: (expr: Expr) => Expr): Expr =>
  rewriteTreeDown(exprShape, expr, rewrite);
/** Visits every part, parents first; `false` skips the parts below. */
export const visitExpr = (expr: Expr, visit: (expr: Expr) => boolean | void): void => visitTree(exprShape, expr, visit);

/** Whether any part of the expression fulfils `test`. */
export function someExpr(expr: Expr, test: (expr: Expr) => boolean): boolean {
  let found = false;
  visitExpr(expr, (part) => {
    if (!found && test(part)) found = true;
    return !found;
  });
  return found;
}

/** Every column reference, in order of appearance, repeats included. Columns of outer queries are not among them. */
export function columnsOf(expr: Expr): ColumnExpr[] {
  const found: ColumnExpr[] = [];
  visitExpr(expr, (part) => {
    if (part.kind === 'Column') found.push(part);
  });
  return found;
}

/** The expression under any aliases. */
export function unalias(expr: Expr): Expr {
  let inner = expr;
  while (inner.kind === 'Alias') inner = inner.expr;
  return inner;
}
