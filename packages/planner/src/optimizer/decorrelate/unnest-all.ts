import { type Expr, type LogicalPlan, transformExpr } from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import { unnestExpr } from './unnest-expr.js';

/**
 * Expressions without subqueries, over a plan that computes what those stood for. With `conditions` each expression is one
 * that a row must fulfil: as far as only AND and OR are above a subquery, NULL is as good as false for it.
 */
export function unnestAll(
  exprs: readonly Expr[],
  input: LogicalPlan,
  conditions: boolean,
  ctx: PlanningContext,
): { readonly exprs: readonly Expr[]; readonly input: LogicalPlan } {
  let node = input;
  const rewritten = exprs.map((expr) => {
    const lenient = conditions ? looseParts(expr) : new Set<Expr>();
    return transformExpr(expr, (part) => {
      if (!('subquery' in part)) return part;
      const next = unnestExpr(part, node, lenient.has(part), ctx);
      node = next.input;
      return next.expr;
    });
  });
  return { exprs: rewritten, input: node };
}

/** The parts of a condition that are only under AND and OR. */
function looseParts(expr: Expr): Set<Expr> {
  const found = new Set<Expr>();
  const pending: Expr[] = [expr];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    found.add(part);
    if (part.kind === 'BinaryExpr' && (part.op === 'And' || part.op === 'Or')) pending.push(part.left, part.right);
  }
  return found;
}
