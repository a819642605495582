import type { ExecutionPlan } from './execution-plan.js';
import { joinSchema, joinStatistics } from './join-common.js';
import { unknownPartitioning } from './partitioning.js';
import { anyInput, type PlanNodeDefinition, singleInput } from './plan-node-definition.js';

/** Every pair of rows. The left side is collected; the right side streams. */
export interface CrossJoinExec {
  readonly kind: 'CrossJoinExec';
  readonly left: ExecutionPlan;
  readonly right: ExecutionPlan;
}

export const crossJoinExec: PlanNodeDefinition<CrossJoinExec> = {
  kind: 'CrossJoinExec',
  children: (plan) => [plan.left, plan.right],
  withChildren: (plan, [left, right]) => ({ ...plan, left: left!, right: right! }),
  properties: (_plan, [left, right]) => ({
    schema: joinSchema(left!.schema, right!.schema, 'inner'),
    partitioning: unknownPartitioning(right!.partitioning.partitionCount),
    ordering: [],
  }),
  statistics: (_plan, [left, right]) => joinStatistics(left!, right!, [], 'inner'),
  display: () => 'CrossJoinExec',
  requirements: () => [singleInput, anyInput],
};
