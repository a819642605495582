import type { ExecutorId, JobId, SessionId } from '../ids.js';
import type { PhysicalSortExpr } from '../plan/physical/physical-expr.js';
import type { ShuffleWritePartition } from '../shuffle/shuffle.js';
import type { ScalarValue } from '../types/scalar-value.js';

/** One task as the scheduler hands it to an executor. */
export interface TaskDefinition {
  /** Slot in the stage's append-only task list; `(jobId, stageId, taskId)` is unique. */
  readonly taskId: number;
  /** The highest failure counter among its partitions; informative. */
  readonly taskAttemptNum: number;
  readonly jobId: JobId;
  readonly stageId: number;
  readonly stageAttemptNum: number;
  /** The stage's plan, restricted to this task's partitions, as `encodePhysicalPlan` wrote it. */
  readonly plan: Uint8Array;
  readonly sessionId: SessionId;
  /** Milliseconds since the epoch. */
  readonly launchTime: number;
  /** Session settings that were set, as wire pairs. */
  readonly props: readonly { readonly key: string; readonly value: string }[];
  /** For each partition of the restricted plan, its number in the whole stage's output. */
  readonly globalOutputPartitionIds: readonly number[];
  /** Virtual cores the task occupies; its share of memory follows from it. */
  readonly vcoresConsumed: number;
}

/** Why a task ended without result. `retryable` tasks are tried again; `countToFailures` ones use up the limit. */
export interface FailedTask {
  readonly error: string;
  readonly retryable: boolean;
  readonly countToFailures: boolean;
  readonly reason?: FailedReason;
}

export type FailedReason =
  | { readonly kind: 'executionError' }
  | {
      readonly kind: 'fetchPartitionError';
      readonly executorId: ExecutorId;
      readonly mapStageId: number;
      /** Upstream puts the output partition here, whatever the name says. */
      readonly mapPartitionId: number;
    }
  | { readonly kind: 'ioError' }
  | { readonly kind: 'executorLost' }
  | { readonly kind: 'resultLost' }
  | { readonly kind: 'taskKilled' };

export interface SuccessfulTask {
  readonly executorId: ExecutorId;
  readonly partitions: readonly ShuffleWritePartition[];
  readonly runtimeStats: readonly RuntimeStatsReport[];
}

/** How a task stands, as its executor reports it. Times are milliseconds since the epoch. */
export interface TaskStatus {
  readonly taskId: number;
  readonly jobId: JobId;
  readonly stageId: number;
  readonly stageAttemptNum: number;
  readonly launchTime: number;
  readonly startExecTime: number;
  readonly endExecTime: number;
  readonly metrics: readonly OperatorMetricsSet[];
  readonly status:
    | { readonly kind: 'running'; readonly executorId: ExecutorId }
    | { readonly kind: 'failed'; readonly failed: FailedTask }
    | { readonly kind: 'successful'; readonly successful: SuccessfulTask };
}

/** One measured number of an operator. Durations are nanoseconds, timestamps nanoseconds since the epoch. */
export interface OperatorMetric {
  /** Index within the task's partitions; absent: of the whole task. */
  readonly partition?: number;
  readonly value:
    | {
        readonly kind:
          | 'outputRows'
          | 'elapsedCompute'
          | 'spillCount'
          | 'spilledBytes'
          | 'spilledRows'
          | 'currentMemoryUsage'
          | 'outputBytes'
          | 'outputBatches'
          | 'startTimestamp'
          | 'endTimestamp';
        readonly value: number;
      }
    | { readonly kind: 'count' | 'gauge' | 'time'; readonly name: string; readonly value: number }
    | { readonly kind: 'pruning'; readonly name: string; readonly pruned: number; readonly matched: number }
    | { readonly kind: 'ratio'; readonly name: string; readonly part: number; readonly total: number };
}

/** The numbers of one operator; a task reports one set per operator of its plan, parents first. */
export interface OperatorMetricsSet {
  readonly metrics: readonly OperatorMetric[];
}

/** What a RuntimeStatsExec saw of the rows that passed it. */
export interface RuntimeStatsReport {
  readonly orderBy: readonly PhysicalSortExpr[];
  readonly partitions: readonly {
    readonly partitionId: number;
    readonly rowCount: number;
    readonly keyMin: readonly ScalarValue[];
    readonly keyMax: readonly ScalarValue[];
    readonly nullCount: number;
  }[];
}

/** Metrics of one stage for EXPLAIN ANALYZE, operators in pre-order. */
export interface StageMetrics {
  readonly stageId: number;
  readonly partitions: number;
  readonly operators: readonly {
    readonly depth: number;
    readonly operatorType: string;
    readonly operatorDesc: string;
    readonly metrics: readonly OperatorMetric[];
  }[];
}
