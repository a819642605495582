import { displayLogicalNode, type LogicalPlan, NotYetSupportedError } from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import { dependentJoin } from './dependent-join.js';
import { type Pulled, type PullMode, pullUp } from './pull-up.js';

/**
 * A subquery's plan on its own, and how its rows belong to those of `outer`. Conditions are pulled up where that is enough;
 * else the subquery is computed for every different value of the outer columns it reads.
 *
 * @throws NotYetSupportedError for a shape that neither can take apart.
 */
export function pull(plan: LogicalPlan, mode: PullMode, outer: LogicalPlan, ctx: PlanningContext): Pulled {
  const up = pullUp(plan, mode, ctx);
  // A comparison with rows must see the row that an aggregate gives for no rows; only the general way makes it.
  const pulled =
    up === undefined || (mode === 'rows' && up.onEmpty !== undefined) ? dependentJoin(plan, outer, ctx) : up;
  if (pulled !== undefined) return pulled;
  throw new NotYetSupportedError(
    `a subquery that refers to the query around it in this way (${displayLogicalNode(plan).slice(0, 120)})`,
  );
}
