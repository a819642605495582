import {
  type Expr,
  exprName,
  type LogicalPlan,
  PlanError,
  planExprs,
  someExpr,
  unalias,
  visitExpr,
} from '@ballista-ts/core';
import { unchanged } from '../rule.js';
import type { AnalyzerRule } from './analyze.js';

/** Refuses aggregates and window functions where none can be, with the clause they stand in. Changes nothing. */
export const checkPlan: AnalyzerRule = {
  name: 'check_plan',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    check(plan);
    return unchanged(plan);
  },
};

function check(plan: LogicalPlan): void {
  switch (plan.kind) {
    case 'Filter':
      for (const expr of planExprs(plan)) refuse(expr, 'in WHERE; use HAVING or QUALIFY, or a subquery');
      return;
    case 'Join':
      for (const expr of planExprs(plan)) refuse(expr, 'in the condition of a join');
      return;
    case 'Aggregate':
      for (const expr of plan.groupBy) refuse(expr, 'in GROUP BY');
      for (const expr of plan.aggregates) checkCall(expr, 'aggregate');
      return;
    case 'Window':
      for (const expr of plan.windowExprs) checkCall(expr, 'window');
      return;
    case 'Projection':
    case 'Sort':
    case 'Repartition':
    case 'Values':
      for (const expr of planExprs(plan))
        refuse(
          expr,
          `in ${plan.kind === 'Sort' ? 'a sort' : 'an expression'} that no aggregate or window node stands below`,
        );
      return;
    default:
  }
}

const isCall = (expr: Expr): boolean => expr.kind === 'AggregateFunction' || expr.kind === 'WindowFunction';

function refuse(expr: Expr, where: string): void {
  visitExpr(expr, (part) => {
    if (isCall(part)) {
      const what = part.kind === 'AggregateFunction' ? 'Aggregate' : 'Window';
      throw new PlanError(`${what} functions are not allowed ${where}: ${exprName(part)}`);
    }
  });
}

/** The call itself is fine, but nothing below it may be another one. */
function checkCall(expr: Expr, what: 'aggregate' | 'window'): void {
  const call = unalias(expr);
  if (call.kind !== 'AggregateFunction' && call.kind !== 'WindowFunction') return;
  const below = [
    ...call.args,
    ...call.orderBy.map((key) => key.expr),
    ...(call.filter === undefined ? [] : [call.filter]),
    ...(call.kind === 'WindowFunction' ? call.partitionBy : []),
  ];
  const nested = below.find((part) => someExpr(part, isCall));
  if (nested !== undefined) {
    throw new PlanError(`${what} function calls cannot be nested: ${exprName(nested)} in ${exprName(call)}`);
  }
}
