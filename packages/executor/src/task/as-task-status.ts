import type {
  ExecutorId,
  FailedTask,
  OperatorMetricsSet,
  RuntimeStatsReport,
  ShuffleWritePartition,
  TaskKey,
  TaskStatus,
} from '@ballista-ts/core';
import { classifyError } from './classify-error.js';

/** How a task ended. A failure is an error, or a failure that somebody has classified already. */
export type ExecutionResult =
  | { readonly kind: 'ok'; readonly partitions: readonly ShuffleWritePartition[] }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly failed: FailedTask };

/** When a task was handed out, began and ended: milliseconds since the epoch. */
export interface ExecutionTimes {
  readonly launchTime: number;
  readonly startExecTime: number;
  readonly endExecTime: number;
}

/** What else is known of a task that has ended. More may join; everything is optional. */
export interface TaskCompletionExtras {
  /** One set per operator of the plan, parents first. @default none */
  readonly operatorMetrics?: readonly OperatorMetricsSet[];
  /** What the RuntimeStatsExec nodes of the plan saw. @default none */
  readonly runtimeStats?: readonly RuntimeStatsReport[];
}

/** The status by which an executor reports a task that has ended. */
export function asTaskStatus(
  executionResult: ExecutionResult,
  executorId: ExecutorId,
  stageAttemptNum: number,
  key: TaskKey,
  executionTimes: ExecutionTimes,
  extras: TaskCompletionExtras = {},
): TaskStatus {
  return {
    ...key,
    stageAttemptNum,
    launchTime: executionTimes.launchTime,
    startExecTime: executionTimes.startExecTime,
    endExecTime: executionTimes.endExecTime,
    metrics: extras.operatorMetrics ?? [],
    status:
      executionResult.kind === 'ok'
        ? {
            kind: 'successful',
            successful: {
              executorId,
              partitions: executionResult.partitions,
              runtimeStats: extras.runtimeStats ?? [],
            },
          }
        : {
            kind: 'failed',
            failed: executionResult.kind === 'failed' ? executionResult.failed : classifyError(executionResult.error),
          },
  };
}
