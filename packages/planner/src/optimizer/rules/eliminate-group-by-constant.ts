import { alias, type Expr, unalias } from '@ballista-ts/core';
import { aggregate, columnFor, projection } from '../../logical-build.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';

/** Constants among grouping keys tell no groups apart; they come out of a projection instead. One key at least stays. */
export const eliminateGroupByConstant: OptimizerRule = {
  name: 'eliminate_group_by_constant',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Aggregate' || plan.groupBy.some((expr) => expr.kind === 'GroupingSet')) return unchanged(plan);
    const kept = plan.groupBy.filter((expr) => unalias(expr).kind !== 'Literal');
    if (kept.length === plan.groupBy.length || kept.length === 0) return unchanged(plan);
    const inner = aggregate(kept, plan.aggregates, plan.input, ctx.functions);
    const outputs = inner.schema.fields.map(columnFor);
    let next = 0;
    const exprs = plan.schema.fields.map((one, index): Expr => {
      const key = plan.groupBy[index];
      return key !== undefined && unalias(key).kind === 'Literal'
        ? alias(unalias(key), one.field.name, one.qualifier)
        : outputs[next++]!;
    });
    return changed(projection(exprs, inner, ctx.functions));
  },
};
