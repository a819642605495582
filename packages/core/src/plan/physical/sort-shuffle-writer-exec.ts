import type { JobId } from '../../ids.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatPartitioning } from './format-physical-expr.js';
import type { Partitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Root of a stage that spreads its rows by hash: one data file per task, ordered by output partition, and its index. */
export interface SortShuffleWriterExec {
  readonly kind: 'SortShuffleWriterExec';
  readonly jobId: JobId;
  readonly stageId: number;
  readonly outputPartitioning: Extract<Partitioning, { kind: 'hash' }>;
  /** Rows of one batch in the file. */
  readonly batchSize: number;
  /** Buffered bytes of a task that make it spill; 0: only when its memory pool refuses. */
  readonly memoryLimitPerTaskBytes?: number;
  readonly input: ExecutionPlan;
}

export const sortShuffleWriterExec: PlanNodeDefinition<SortShuffleWriterExec> = {
  kind: 'SortShuffleWriterExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  // A stage runs once per *input* partition, so that is what counts as its partitions.
  properties: (_plan, [input]) => input!,
  statistics: (_plan, [input]) => input!,
  display: (plan) => `SortShuffleWriterExec: partitioning: ${formatPartitioning(plan.outputPartitioning)}`,
};
