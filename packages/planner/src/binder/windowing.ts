import {
  type Expr,
  exprName,
  type FunctionCatalog,
  type LogicalPlan,
  PlanError,
  someExpr,
  type WindowFunctionExpr,
} from '@ballista-ts/core';
import { collectExprs, ExprMap, exprEquals } from './expr-map.js';
import { windowPlan } from './plan-builder.js';
import { replaceExpr } from './replace-expr.js';
import { columnAt } from './scope.js';

export const isWindow = (expr: Expr): expr is WindowFunctionExpr => expr.kind === 'WindowFunction';
export const hasWindow = (expr: Expr): boolean => someExpr(expr, isWindow);

/** What computing the window functions gave: the plan, and how expressions over its input read over its output. */
export interface Windowing {
  readonly plan: LogicalPlan;
  readonly rewrite: (expr: Expr) => Expr;
}

/**
 * Computes the window functions in `exprs`. Those that need the same order share a node, and the node with the most sort keys comes
 * first, so that later ones find their input sorted where keys are a prefix.
 */
export function addWindows(
  input: LogicalPlan,
  exprs: readonly Expr[],
  functions: FunctionCatalog,
): Windowing | undefined {
  const found = collectExprs(exprs, isWindow) as WindowFunctionExpr[];
  if (found.length === 0) return undefined;
  const groups: WindowFunctionExpr[][] = [];
  for (const one of found) {
    rejectNesting(one);
    const group = groups.find(([first]) => sameOrder(first!, one));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  groups.sort((a, b) => keyCount(b[0]!) - keyCount(a[0]!));
  const columns = new ExprMap<Expr>();
  let plan = input;
  for (const group of groups) {
    const next = windowPlan(plan, group, functions);
    const offset = next.schema.fields.length - group.length;
    for (const [index, one] of group.entries()) columns.add(one, columnAt(next.schema, offset + index));
    plan = next;
  }
  return { plan, rewrite: (expr) => replaceExpr(expr, (part) => columns.get(part)) };
}

const keyCount = (expr: WindowFunctionExpr): number => expr.partitionBy.length + expr.orderBy.length;

function sameOrder(a: WindowFunctionExpr, b: WindowFunctionExpr): boolean {
  return (
    a.partitionBy.length === b.partitionBy.length &&
    a.orderBy.length === b.orderBy.length &&
    a.partitionBy.every((expr, index) => exprEquals(expr, b.partitionBy[index]!)) &&
    a.orderBy.every((key, index) => {
      const other = b.orderBy[index]!;
      return key.asc === other.asc && key.nullsFirst === other.nullsFirst && exprEquals(key.expr, other.expr);
    })
  );
}

function rejectNesting(expr: WindowFunctionExpr): void {
  const operands = [
    ...expr.args,
    ...expr.partitionBy,
    ...expr.orderBy.map((one) => one.expr),
    ...(expr.filter === undefined ? [] : [expr.filter]),
  ];
  if (operands.some(hasWindow)) throw new PlanError(`Window functions cannot be nested: ${exprName(expr)}`);
}
