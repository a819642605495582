import { type Expr, formatExpr, type LogicalPlan, visitExpr } from '@ballista-ts/core';

const ids = new WeakMap<LogicalPlan, number>();
let next = 0;

/**
 * A text that two expressions share only when they are the same. EXPLAIN shows every subquery as `<subquery>`; here each has
 * its own number.
 */
export function exprText(expr: Expr): string {
  const plans: number[] = [];
  visitExpr(expr, (part) => {
    if (!('subquery' in part)) return;
    const { plan } = part.subquery;
    let id = ids.get(plan);
    if (id === undefined) {
      next += 1;
      id = next;
      ids.set(plan, id);
    }
    plans.push(id);
  });
  return plans.length === 0 ? formatExpr(expr) : `${formatExpr(expr)}#${plans.join()}`;
}
