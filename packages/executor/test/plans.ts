import {
  type ExecutionPlan,
  Int64,
  type JobId,
  type PhysicalExpr,
  type Schema,
  schemaFromArrow,
  sessionId,
  type TaskDefinition,
  Utf8,
} from '@ballista-ts/core';
import { encodePhysicalPlan } from '@ballista-ts/core/serde';
import { encodeIpcStream } from '@ballista-ts/flight';
import { batchOf } from '@ballista-ts/testing';
import type { RecordBatch } from 'apache-arrow';

/** Numbers `[from, to)` with a text beside each. */
export function numbers(from: number, to: number): RecordBatch {
  const ids = Array.from({ length: to - from }, (_, index) => from + index);
  return batchOf({ id: [Int64, ids.map(BigInt)], name: [Utf8, ids.map((id) => (id % 7 === 0 ? null : `name ${id}`))] });
}

export const numbersSchema: Schema = schemaFromArrow(numbers(0, 1).schema);

/** Rows inside the plan, one batch per partition. */
export const scan = (...partitions: readonly RecordBatch[]): ExecutionPlan => ({
  kind: 'MemoryScanExec',
  schema: schemaFromArrow(partitions[0]!.schema),
  partitions: partitions.map((batch) => new Uint8Array(Buffer.concat([...encodeIpcStream(batch.schema, [batch])]))),
});

const id: PhysicalExpr = { kind: 'Column', name: 'id', index: 0 };

export const passthroughWriter = (jobId: JobId, stageId: number, input: ExecutionPlan): ExecutionPlan => ({
  kind: 'ShuffleWriterExec',
  jobId,
  stageId,
  input,
});

export const sortWriter = (
  jobId: JobId,
  stageId: number,
  partitionCount: number,
  input: ExecutionPlan,
): ExecutionPlan => ({
  kind: 'SortShuffleWriterExec',
  jobId,
  stageId,
  outputPartitioning: { kind: 'hash', exprs: [id], partitionCount },
  batchSize: 8192,
  input,
});

export const task = (
  jobId: JobId,
  stageId: number,
  taskId: number,
  plan: ExecutionPlan,
  more: Partial<TaskDefinition> = {},
): TaskDefinition => ({
  taskId,
  taskAttemptNum: 0,
  jobId,
  stageId,
  stageAttemptNum: 0,
  plan: encodePhysicalPlan(plan),
  sessionId: sessionId('s1'),
  launchTime: Date.now(),
  props: [],
  globalOutputPartitionIds: [0],
  vcoresConsumed: 1,
  ...more,
});
