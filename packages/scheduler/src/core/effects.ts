import type { ExecutorMetadata, JobId, JobStatus } from '@ballista-ts/core';
import type { BoundTask } from '../graph/bind.js';
import type { JobRequest, Timer } from './events.js';

/** A task on its way to an executor. */
export interface TaskLaunch {
  readonly job: JobRequest;
  readonly bound: BoundTask;
}

/** What a scheduler wants done. The driver does it and answers with events. */
export type SchedulerEffect =
  | { readonly kind: 'planJob'; readonly job: JobRequest }
  | { readonly kind: 'launchTasks'; readonly executor: ExecutorMetadata; readonly tasks: readonly TaskLaunch[] }
  | {
      readonly kind: 'cancelTasks';
      readonly executor: ExecutorMetadata;
      readonly jobId: JobId;
      readonly tasks: readonly { readonly stageId: number; readonly taskId: number }[];
    }
  /** An empty list of stages means the whole job. */
  | {
      readonly kind: 'removeJobData';
      readonly executor: ExecutorMetadata;
      readonly jobId: JobId;
      readonly stageIds: readonly number[];
    }
  | { readonly kind: 'jobStatus'; readonly status: JobStatus }
  /** The job is forgotten; whoever still asks for it is told so. */
  | { readonly kind: 'jobDropped'; readonly jobId: JobId }
  /** Ask it to stop, if it still listens. */
  | { readonly kind: 'stopExecutor'; readonly executor: ExecutorMetadata; readonly reason: string }
  /** Look whether it is still there, and say `executorLost` if not. */
  | { readonly kind: 'probeExecutor'; readonly executor: ExecutorMetadata; readonly reason: string }
  /** Nothing more will be asked of this executor: connections to it can go. */
  | { readonly kind: 'executorGone'; readonly executor: ExecutorMetadata }
  /** A job has partitions that wait for an executor and could run now. */
  | { readonly kind: 'workAvailable'; readonly jobId: JobId; readonly pendingPartitions: number }
  | { readonly kind: 'setTimer'; readonly timer: Timer; readonly delayMs: number }
  | { readonly kind: 'metric'; readonly metric: JobMetric }
  | {
      readonly kind: 'log';
      readonly level: 'debug' | 'info' | 'warn';
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** What a metrics collector hears of jobs. Times are milliseconds since the epoch. */
export type JobMetric =
  | { readonly kind: 'submitted'; readonly jobId: JobId; readonly queuedAt: number; readonly submittedAt: number }
  | {
      readonly kind: 'completed' | 'failed' | 'cancelled';
      readonly jobId: JobId;
      readonly queuedAt: number;
      readonly endedAt: number;
    };
