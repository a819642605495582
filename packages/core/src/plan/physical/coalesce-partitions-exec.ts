import type { ExecutionPlan } from './execution-plan.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { limitStatistics } from './statistics-rules.js';

/** All partitions of the input as one, in no particular order. */
export interface CoalescePartitionsExec {
  readonly kind: 'CoalescePartitionsExec';
  readonly fetch?: number;
  readonly input: ExecutionPlan;
}

export const coalescePartitionsExec: PlanNodeDefinition<CoalescePartitionsExec> = {
  kind: 'CoalescePartitionsExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => ({
    schema: input!.schema,
    partitioning: unknownPartitioning(1),
    ordering: input!.partitioning.partitionCount === 1 ? input!.ordering : [],
  }),
  statistics: (plan, [input]) => (plan.fetch === undefined ? input! : limitStatistics(input!, 0, plan.fetch)),
  display: (plan) => `CoalescePartitionsExec${plan.fetch === undefined ? '' : `: fetch=${plan.fetch}`}`,
};
