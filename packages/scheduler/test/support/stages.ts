import {
  type ExecutionPlan,
  type ExecutorMetadata,
  executorId,
  field,
  Int64,
  type JobId,
  jobId,
  type ShuffleWritePartition,
  schema,
  type TaskStatus,
  unknownPartitioning,
} from '@ballista-ts/core';
import type { BoundTask, PlannedStage } from '../../src/index.js';

export const theJob: JobId = jobId('job-1');
const columns = schema([field('k', Int64, true)]);

export const executor = (name: string, vcores = 4): ExecutorMetadata => ({
  id: executorId(name),
  host: '127.0.0.1',
  port: 50051,
  grpcPort: 50052,
  vcores,
});

const scan = (partitions: number): ExecutionPlan => ({
  kind: 'MemoryScanExec',
  partitions: Array.from({ length: partitions }, () => new Uint8Array(0)),
  schema: columns,
});

const reader = (stageId: number, partitions: number, broadcast = false): ExecutionPlan => ({
  kind: 'UnresolvedShuffleExec',
  stageId,
  schema: columns,
  partitioning: unknownPartitioning(partitions),
  broadcast,
  upstreamPartitionCount: partitions,
  ordering: [],
});

export interface StageShape {
  /** Partitions of the scan, for a stage without inputs. */
  readonly scan?: number;
  /** Stages to read; their output partition counts must agree. */
  readonly reads?: readonly number[];
  /** Hash partitions that the stage writes; absent: it keeps its own. */
  readonly hashInto?: number;
  /** Ends in a merge of all partitions: one task. */
  readonly merge?: boolean;
}

/** Stages 1, 2, 3, ... of a job, as planning would give them. */
export function planned(shapes: readonly StageShape[], job: JobId = theJob): PlannedStage[] {
  const stages: PlannedStage[] = [];
  for (const [index, shape] of shapes.entries()) {
    const stageId = index + 1;
    const inputs = shape.reads ?? [];
    const width = inputs.length === 0 ? (shape.scan ?? 1) : stages[inputs[0]! - 1]!.outputPartitionCount;
    const sources = inputs.map((id) => reader(id, width));
    const joined: ExecutionPlan =
      sources.length === 0
        ? scan(width)
        : sources.length === 1
          ? sources[0]!
          : { kind: 'InterleaveExec', inputs: sources };
    const input: ExecutionPlan = shape.merge ? { kind: 'CoalescePartitionsExec', input: joined } : joined;
    const partitionCount = shape.merge ? 1 : width;
    const plan: ExecutionPlan =
      shape.hashInto === undefined
        ? { kind: 'ShuffleWriterExec', jobId: job, stageId, input }
        : {
            kind: 'SortShuffleWriterExec',
            jobId: job,
            stageId,
            input,
            outputPartitioning: { kind: 'hash', exprs: [], partitionCount: shape.hashInto },
            batchSize: 8192,
            memoryLimitPerTaskBytes: 0,
          };
    stages.push({
      stageId,
      plan,
      partitionCount,
      outputPartitionCount: shape.hashInto ?? partitionCount,
      inputs,
      collapse: partitionCount === 1,
    });
  }
  return stages;
}

type Report = Pick<TaskStatus, 'status'> & Partial<TaskStatus>;

/** What an executor says of a task. */
export const statusOf = (bound: BoundTask, report: Report, job: JobId = theJob): TaskStatus => ({
  taskId: bound.task.taskId,
  jobId: job,
  stageId: bound.stageId,
  stageAttemptNum: bound.stageAttempt,
  launchTime: 1,
  startExecTime: 2,
  endExecTime: 3,
  metrics: [],
  ...report,
});

/** One piece for each output partition that a task writes. */
export const piecesOf = (bound: BoundTask, bytes = 100): ShuffleWritePartition[] =>
  bound.globalOutputPartitionIds.map((partitionId) => ({
    partitionId,
    numBatches: 1,
    numRows: 10,
    numBytes: bytes,
    fileBytes: bytes,
    fileId: bound.task.taskId,
    layout: bound.plan.kind === 'SortShuffleWriterExec' ? 'sort' : 'passthrough',
  }));

export const succeeded = (bound: BoundTask, partitions = piecesOf(bound), job: JobId = theJob): TaskStatus =>
  statusOf(
    bound,
    {
      status: {
        kind: 'successful',
        successful: { executorId: bound.task.executor.id, partitions, runtimeStats: [] },
      },
    },
    job,
  );

export const ioError = (
  bound: BoundTask,
  error = 'Task failed due to IO error: disk',
  job: JobId = theJob,
): TaskStatus =>
  statusOf(
    bound,
    {
      status: {
        kind: 'failed',
        failed: { error, retryable: true, countToFailures: true, reason: { kind: 'ioError' } },
      },
    },
    job,
  );

export const killed = (bound: BoundTask): TaskStatus =>
  statusOf(bound, {
    status: {
      kind: 'failed',
      failed: { error: 'Task cancelled', retryable: true, countToFailures: false, reason: { kind: 'taskKilled' } },
    },
  });

export const executionError = (bound: BoundTask, error = 'division by zero'): TaskStatus =>
  statusOf(bound, {
    status: {
      kind: 'failed',
      failed: { error, retryable: false, countToFailures: false, reason: { kind: 'executionError' } },
    },
  });

export const fetchFailed = (
  bound: BoundTask,
  from: string,
  mapStageId: number,
  error = `cannot fetch from ${from}`,
  job: JobId = theJob,
): TaskStatus =>
  statusOf(
    bound,
    {
      status: {
        kind: 'failed',
        failed: {
          error,
          retryable: false,
          countToFailures: false,
          reason: { kind: 'fetchPartitionError', executorId: executorId(from), mapStageId, mapPartitionId: 0 },
        },
      },
    },
    job,
  );
