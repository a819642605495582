import {
  conjunction,
  type Expr,
  type FilterPlan,
  formatExpr,
  type JoinPlan,
  type LogicalPlan,
  mapPlanExprs,
  NotYetSupportedError,
  planExprs,
  schemaOf,
  splitConjunction,
} from '@ballista-ts/core';
import { allColumns, filter, keepName, projection, withFreshSchema } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { isLateral, unnestLateral } from '../decorrelate/lateral.js';
import { semiFilter } from '../decorrelate/semi-filter.js';
import { unnestAll } from '../decorrelate/unnest-all.js';
import type { OptimizerRule } from '../optimize.js';
import { holdsSubquery } from '../simplify/simplify-context.js';

/**
 * Turns subqueries into joins, correlated or not, the innermost first. Conditions over EXISTS, IN and ANY become semi joins,
 * their negations anti joins that heed NULLs; elsewhere they become mark joins, and scalar subqueries are joined as a column.
 * A scalar subquery that gives several rows makes the query fail when such a row is reached. LATERAL joins become plain ones.
 *
 * @throws NotYetSupportedError for a subquery in the condition of an outer join.
 */
export const decorrelateSubqueries: OptimizerRule = {
  name: 'decorrelate_subqueries',
  // One rule for all of them: a subquery can only be taken apart when those inside it have been.
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (plan.kind === 'Join' && isLateral(plan)) return changed(unnestLateral(plan, ctx));
    if (!planExprs(plan).some(holdsSubquery)) return unchanged(plan);
    switch (plan.kind) {
      case 'Filter':
        return changed(rewriteFilter(plan, ctx));
      case 'Projection':
      case 'Aggregate':
      case 'Window':
      case 'Sort':
        return changed(unnestNode(plan, plan.input, ctx));
      case 'Join':
        return changed(rewriteFilter(conditionAbove(plan), ctx));
      default:
        return unchanged(plan);
    }
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

function unnestNode(
  plan: Extract<LogicalPlan, { kind: 'Projection' | 'Aggregate' | 'Window' | 'Sort' }>,
  input: LogicalPlan,
  ctx: PlanningContext,
): LogicalPlan {
  const before = planExprs(plan);
  const unnested = unnestAll(before, input, false, ctx);
  let next = 0;
  const rewritten = mapPlanExprs({ ...plan, input: unnested.input }, () => {
    const index = next++;
    return keepName(before[index]!, unnested.exprs[index]!);
  });
  const fresh = withFreshSchema(rewritten, ctx.functions);
  const { fields } = schemaOf(plan);
  // Sorts and windows hand on what was joined to their input; only their own columns shall come out.
  return schemaOf(fresh).fields.length === fields.length ? fresh : projection(allColumns(plan), fresh, ctx.functions);
}

/** A condition of an inner join is a filter above it. @throws NotYetSupportedError for other joins. */
function conditionAbove(plan: JoinPlan): FilterPlan {
  const terms = plan.filter === undefined ? [] : splitConjunction(plan.filter);
  const odd = plan.on.flatMap((key): Expr[] => [key.left, key.right]).find(holdsSubquery);
  if (plan.joinType !== 'inner' || odd !== undefined) {
    throw new NotYetSupportedError(
      `a subquery in the condition of an outer join (${[...terms, ...(odd === undefined ? [] : [odd])].map(formatExpr).join(' AND ')})`,
    );
  }
  const { filter: _filter, ...rest } = plan;
  const plain = conjunction(terms.filter((term) => !holdsSubquery(term)));
  const predicate = conjunction(terms.filter(holdsSubquery))!;
  return { kind: 'Filter', predicate, input: { ...rest, ...(plain !== undefined && { filter: plain }) } };
}
