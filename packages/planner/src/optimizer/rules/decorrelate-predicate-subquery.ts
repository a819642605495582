import { type FilterPlan, type LogicalPlan, schemaOf, splitConjunction } from '@ballista-ts/core';
import { allColumns, filter, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { semiFilter } from '../decorrelate/semi-filter.js';
import { unnestAll } from '../decorrelate/unnest-all.js';
import type { OptimizerRule } from '../optimize.js';
import { holdsSubquery } from '../simplify/simplify-context.js';

/**
 * Turns conditions over subqueries into joins: EXISTS, IN and ANY become semi joins, their negations anti joins, and inside OR
 * or CASE mark joins; scalar subqueries in a condition are joined too. NOT IN heeds NULLs on either side.
 */
export const decorrelatePredicateSubquery: OptimizerRule = {
  name: 'decorrelate_predicate_subquery',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    return plan.kind === 'Filter' && holdsSubquery(plan.predicate)
      ? changed(rewriteFilter(plan, ctx))
      : unchanged(plan);
  },
};

function rewriteFilter(plan: FilterPlan, ctx: PlanningContext): LogicalPlan {
  const terms = splitConjunction(plan.predicate);
  // Plain conditions first: they may leave fewer rows for the joins.
  let node = filter(
    terms.filter((term) => !holdsSubquery(term)),
    plan.input,
  );
  const others = terms.filter(holdsSubquery).filter((term) => {
    const next = semiFilter(term, node, ctx);
    if (next !== undefined) node = next;
    return next === undefined;
  });
  if (others.length === 0) return node;
  const unnested = unnestAll(others, node, true, ctx);
  const kept = filter(unnested.exprs, unnested.input);
  const width = schemaOf(plan).fields.length;
  return schemaOf(kept).fields.length === width ? kept : projection(allColumns(plan), kept, ctx.functions);
}
