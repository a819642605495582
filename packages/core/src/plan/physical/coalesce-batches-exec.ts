import type { ExecutionPlan } from './execution-plan.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { limitStatistics } from './statistics-rules.js';

/** Joins small batches into batches of about `targetBatchSize` rows. */
export interface CoalesceBatchesExec {
  readonly kind: 'CoalesceBatchesExec';
  readonly targetBatchSize: number;
  readonly fetch?: number;
  readonly input: ExecutionPlan;
}

export const coalesceBatchesExec: PlanNodeDefinition<CoalesceBatchesExec> = {
  kind: 'CoalesceBatchesExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => input!,
  statistics: (plan, [input]) => (plan.fetch === undefined ? input! : limitStatistics(input!, 0, plan.fetch, true)),
  display: (plan) =>
    `CoalesceBatchesExec: target_batch_size=${plan.targetBatchSize}${plan.fetch === undefined ? '' : `, fetch=${plan.fetch}`}`,
};
