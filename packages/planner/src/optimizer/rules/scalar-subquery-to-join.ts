import {
  type Expr,
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
import { unnestAll } from '../decorrelate/unnest-all.js';
import type { OptimizerRule } from '../optimize.js';
import { holdsSubquery } from '../simplify/simplify-context.js';

/**
 * Computes the subqueries in SELECT, GROUP BY, ORDER BY, aggregates, windows and ON beside the node's input. A subquery that
 * gives several rows where one value is asked for makes the query fail when that row is reached.
 */
export const scalarSubqueryToJoin: OptimizerRule = {
  name: 'scalar_subquery_to_join',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (!planExprs(plan).some(holdsSubquery)) return unchanged(plan);
    switch (plan.kind) {
      case 'Projection':
      case 'Aggregate':
      case 'Window':
      case 'Sort':
        return changed(unnestNode(plan, plan.input, ctx));
      case 'Join':
        return changed(unnestJoin(plan));
      default:
        return unchanged(plan);
    }
  },
};

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
function unnestJoin(plan: JoinPlan): LogicalPlan {
  const terms = plan.filter === undefined ? [] : splitConjunction(plan.filter);
  const odd = plan.on.flatMap((key): Expr[] => [key.left, key.right]).find(holdsSubquery);
  if (plan.joinType !== 'inner' || odd !== undefined) {
    throw new NotYetSupportedError(
      `a subquery in the condition of an outer join (${terms.map(formatExpr).join(' AND ')})`,
    );
  }
  const { filter: _filter, ...rest } = plan;
  const plain = terms.filter((term) => !holdsSubquery(term));
  const joined: LogicalPlan = {
    ...rest,
    ...(plain.length > 0 && {
      filter: plain.reduce((left, right) => ({ kind: 'BinaryExpr', left, op: 'And', right })),
    }),
  };
  return filter(terms.filter(holdsSubquery), joined);
}
