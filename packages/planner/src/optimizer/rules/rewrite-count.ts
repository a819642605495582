import { type Expr, mapPlanExprs, transformExpr } from '@ballista-ts/core';
import { keepName, withFreshSchema } from '../../logical-build.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';

/** `count(1)` counts rows, like `count(*)`: nothing needs to be computed for them. Stands aside for `count(NULL)`. */
export const rewriteCount: OptimizerRule = {
  name: 'rewrite_count',
  applyOrder: 'topDown',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Aggregate' && plan.kind !== 'Window') return unchanged(plan);
    const next = mapPlanExprs(plan, (expr) => keepName(expr, transformExpr(expr, countRows)));
    return next === plan ? unchanged(plan) : changed(withFreshSchema(next, ctx.functions));
  },
};

function countRows(part: Expr): Expr {
  if (part.kind !== 'AggregateFunction' && part.kind !== 'WindowFunction') return part;
  const [arg] = part.args;
  const constant = part.args.length === 1 && arg?.kind === 'Literal' && arg.value.value !== null;
  return part.name === 'count' && constant && !part.distinct ? { ...part, args: [] } : part;
}
