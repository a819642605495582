import {
  type ExecutionPlan,
  InternalError,
  type OperatorMetricsSet,
  physicalExprType,
  planPartitionCount,
  planSchema,
  type ShuffleOutput,
  type ShuffleWritePartition,
  type SortShuffleWriterExec,
} from '@ballista-ts/core';
import { type ColumnBatch, columnBatchToArrow } from '@ballista-ts/functions';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { partitionOf } from '../expressions/partition.js';
import { RowCollector } from '../expressions/row-collector.js';
import type { TaskContext } from './task-context.js';

export interface TaskRequest {
  /** Root is a shuffle writer; its input holds just the task's partitions. */
  readonly plan: ExecutionPlan;
  readonly taskId: number;
  /** For each partition of the input, its number in the stage's output (passthrough only). */
  readonly globalOutputPartitionIds: readonly number[];
}

export interface TaskResult {
  readonly partitions: readonly ShuffleWritePartition[];
  readonly metrics: readonly OperatorMetricsSet[];
}

/** Runs a task of a stage: every partition of its plan, written through the context's shuffle transport. */
export async function runTask(request: TaskRequest, context: TaskContext): Promise<TaskResult> {
  const { plan } = request;
  if (plan.kind !== 'ShuffleWriterExec' && plan.kind !== 'SortShuffleWriterExec') {
    throw new InternalError(`the root of a task is a shuffle writer, not ${plan.kind}`);
  }
  const write = {
    jobId: plan.jobId,
    stageId: plan.stageId,
    taskId: request.taskId,
    schema: planSchema(plan.input),
    codec: context.config.get('ballista.shuffle.compression.codec'),
  };
  const start = performance.now();
  const output =
    plan.kind === 'SortShuffleWriterExec'
      ? await context.shuffle.openSort(
          { ...write, partitionCount: plan.outputPartitioning.partitionCount },
          context.signal,
        )
      : await context.shuffle.openPassthrough(write, context.signal);
  let finished = false;
  try {
    for (let partition = 0; partition < planPartitionCount(plan.input); partition += 1) {
      const batches = execute(plan.input, partition, context);
      if (plan.kind === 'SortShuffleWriterExec') await scatter(plan, batches, output, context);
      else await pass(batches, request.globalOutputPartitionIds[partition] ?? partition, output, context);
    }
    context.pacer.check();
    const partitions = await output.finish();
    finished = true;
    const counters = context.metrics.of(plan);
    counters.outputRows = partitions.reduce((sum, one) => sum + one.numRows, 0);
    counters.outputBatches = partitions.reduce((sum, one) => sum + one.numBatches, 0);
    counters.elapsedWithInputs = (performance.now() - start) * 1e6;
    return { partitions, metrics: context.metrics.report(plan) };
  } finally {
    if (!finished) await output.abort();
  }
}

async function pass(
  batches: AsyncIterable<ColumnBatch>,
  partition: number,
  output: ShuffleOutput,
  context: TaskContext,
): Promise<void> {
  for await (const batch of batches) {
    await output.write(partition, columnBatchToArrow(batch));
    await context.pacer.pause();
  }
}

/** Spreads rows over the output partitions by the hash that every executor computes alike. */
async function scatter(
  plan: SortShuffleWriterExec,
  batches: AsyncIterable<ColumnBatch>,
  output: ShuffleOutput,
  context: TaskContext,
): Promise<void> {
  const schema = planSchema(plan.input);
  const { exprs, partitionCount } = plan.outputPartitioning;
  const types = exprs.map((expr) => physicalExprType(expr, schema));
  const collectors = Array.from({ length: partitionCount }, () => new RowCollector(schema, plan.batchSize));
  for await (const batch of batches) {
    const keys = exprs.map((expr) => evaluateColumn(expr, batch, context));
    const parts = partitionOf(types, keys, batch.numRows, partitionCount);
    for (let partition = 0; partition < partitionCount; partition += 1) {
      const collector = collectors[partition]!;
      for (const row of parts[partition]!) {
        collector.add(batch, row);
        if (collector.full) await output.write(partition, columnBatchToArrow(collector.take()));
      }
    }
    await context.pacer.pause();
  }
  for (let partition = 0; partition < partitionCount; partition += 1) {
    const collector = collectors[partition]!;
    if (collector.size > 0) await output.write(partition, columnBatchToArrow(collector.take()));
  }
}
