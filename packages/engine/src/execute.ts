import { type ExecutionPlan, InternalError, planPartitionCount } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import type { TaskContext } from './task/task-context.js';

/**
 * Runs one output partition of a plan. Nothing happens before the first batch is asked for; stopping early releases
 * everything below. Rows, batches and time of every operator are counted on the way.
 *
 * @throws CancelledError when the context's signal aborts.
 */
export async function* execute(
  plan: ExecutionPlan,
  partition: number,
  context: TaskContext,
): AsyncGenerator<ColumnBatch> {
  const partitions = planPartitionCount(plan);
  if (partition < 0 || partition >= partitions) {
    throw new InternalError(`partition ${partition} of ${plan.kind}, which has ${partitions}`);
  }
  const counters = context.metrics.of(plan);
  const batches = context.operators.get(plan).execute(plan, partition, context)[Symbol.asyncIterator]();
  try {
    for (;;) {
      context.pacer.check();
      const start = performance.now();
      const next = await batches.next();
      counters.elapsedWithInputs += (performance.now() - start) * 1e6;
      if (next.done === true) return;
      counters.outputRows += next.value.numRows;
      counters.outputBatches += 1;
      if (next.value.numRows > 0) yield next.value;
    }
  } finally {
    await batches.return?.();
  }
}

/** All rows of one partition, as batches. */
export async function collectPartition(
  plan: ExecutionPlan,
  partition: number,
  context: TaskContext,
): Promise<ColumnBatch[]> {
  const batches: ColumnBatch[] = [];
  for await (const batch of execute(plan, partition, context)) {
    batches.push(batch);
    await context.pacer.pause();
  }
  return batches;
}
