import type { ExecutionPlan } from './execution-plan.js';
import { formatPartitioning } from './format-physical-expr.js';
import type { Partitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Spreads rows over new partitions. In a distributed plan a hash repartition is where stages are cut. */
export interface RepartitionExec {
  readonly kind: 'RepartitionExec';
  readonly partitioning: Partitioning;
  /** Each output partition keeps the order of the input. */
  readonly preserveOrder: boolean;
  readonly input: ExecutionPlan;
}

export const repartitionExec: PlanNodeDefinition<RepartitionExec> = {
  kind: 'RepartitionExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => ({
    schema: input!.schema,
    partitioning: plan.partitioning,
    ordering: plan.preserveOrder || input!.partitioning.partitionCount === 1 ? input!.ordering : [],
  }),
  statistics: (_plan, [input]) => input!,
  display: (plan) =>
    `RepartitionExec: partitioning=${formatPartitioning(plan.partitioning)}${plan.preserveOrder ? ', preserve_order=true' : ''}`,
};
