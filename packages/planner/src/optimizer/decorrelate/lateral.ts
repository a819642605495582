import {
  conjunction,
  type DFSchema,
  findColumn,
  type JoinPlan,
  type LogicalPlan,
  NotYetSupportedError,
  planExprs,
  schemaOf,
  visitExpr,
  visitLogical,
} from '@ballista-ts/core';
import { columnFor, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { dependentJoin } from './dependent-join.js';
import { resolveOuter } from './outer-references.js';
import { pullUp } from './pull-up.js';

/** Whether the right side of a join is computed for each row of the left one. */
export const isLateral = (plan: JoinPlan): boolean =>
  (plan.joinType === 'inner' || plan.joinType === 'left') && refersTo(plan.right, schemaOf(plan.left));

function refersTo(plan: LogicalPlan, schema: DFSchema): boolean {
  let found = false;
  visitLogical(plan, (node) => {
    for (const expr of planExprs(node)) {
      visitExpr(expr, (part) => {
        if (part.kind === 'OuterReferenceColumn' && findColumn(schema, part.name, part.relation) !== undefined) {
          found = true;
        }
        return !found;
      });
    }
    return !found;
  });
  return found;
}

/**
 * A LATERAL join as a plain one: what the right side says of the row on the left becomes part of the condition.
 *
 * @throws NotYetSupportedError for a right side that cannot be taken apart.
 */
export function unnestLateral(plan: JoinPlan, ctx: PlanningContext): LogicalPlan {
  const up = pullUp(plan.right, 'value', ctx);
  // An aggregate over everything gives a row for every row on the left; only the general way keeps that.
  const pulled = up === undefined || up.onEmpty !== undefined ? dependentJoin(plan.right, plan.left, ctx) : up;
  if (pulled === undefined) throw new NotYetSupportedError('LATERAL over a subquery of this shape');
  const left = schemaOf(plan.left);
  const terms = [
    ...(plan.filter === undefined ? [] : [plan.filter]),
    ...pulled.predicates.map((expr) => resolveOuter(expr, left)),
  ];
  const filter = conjunction(terms);
  const joined: JoinPlan = { ...plan, right: pulled.plan, ...(filter !== undefined && { filter }) };
  return projection(schemaOf(plan).fields.map(columnFor), joined, ctx.functions);
}
