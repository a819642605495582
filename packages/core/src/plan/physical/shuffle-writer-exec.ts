import type { JobId } from '../../ids.js';
import type { ExecutionPlan } from './execution-plan.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Root of a stage that keeps its partitions: one Arrow stream file per partition. */
export interface ShuffleWriterExec {
  readonly kind: 'ShuffleWriterExec';
  readonly jobId: JobId;
  readonly stageId: number;
  readonly input: ExecutionPlan;
}

export const shuffleWriterExec: PlanNodeDefinition<ShuffleWriterExec> = {
  kind: 'ShuffleWriterExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => input!,
  statistics: (_plan, [input]) => input!,
  display: () => 'ShuffleWriterExec: partitioning: None',
};
