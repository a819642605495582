import type {
  ExecutorId,
  ExecutorMetric,
  ExecutorRegistration,
  ExecutorState,
  JobId,
  OperationId,
  SessionConfig,
  SessionId,
  TaskStatus,
} from '@ballista-ts/core';
import type { PlannedStage } from '../graph/stage.js';

/** A query that somebody wants run. */
export interface JobRequest {
  readonly jobId: JobId;
  readonly jobName: string;
  readonly sessionId: SessionId;
  /** Names the submission: the same one sent twice is the same job. */
  readonly operationId: OperationId;
  readonly config: SessionConfig;
}

/** Everything that can happen to a scheduler. `now` is milliseconds since the epoch. */
export type SchedulerEvent = { readonly now: number } & (
  | { readonly kind: 'jobQueued'; readonly job: JobRequest }
  | { readonly kind: 'jobPlanned'; readonly jobId: JobId; readonly stages: readonly PlannedStage[] }
  | { readonly kind: 'jobPlanningFailed'; readonly jobId: JobId; readonly error: string }
  | { readonly kind: 'jobCancelled'; readonly jobId: JobId; readonly abandoned?: boolean }
  /** The job cannot go on, for a reason that no executor is to blame for. */
  | { readonly kind: 'jobAborted'; readonly jobId: JobId; readonly error: string }
  /** Somebody asked for the result of a finished job, and will fetch it. */
  | { readonly kind: 'jobRead'; readonly jobId: JobId }
  | { readonly kind: 'jobDataCleaned'; readonly jobId: JobId; readonly stageIds: readonly number[] }
  | {
      readonly kind: 'executorRegistered';
      readonly registration: ExecutorRegistration & { readonly host: string };
      /** A process that has just started, as opposed to one whose heartbeat names it to a scheduler that does not know it. */
      readonly fresh: boolean;
    }
  | {
      readonly kind: 'executorHeartbeat';
      readonly executorId: ExecutorId;
      readonly state: ExecutorState;
      readonly metrics: readonly ExecutorMetric[];
    }
  | { readonly kind: 'executorLost'; readonly executorId: ExecutorId; readonly reason: string }
  | { readonly kind: 'taskStatuses'; readonly executorId: ExecutorId; readonly statuses: readonly TaskStatus[] }
  | { readonly kind: 'timer'; readonly timer: Timer }
  /** The scheduler was down, knows again what it knew, and goes on from there. */
  | { readonly kind: 'schedulerRestarted' }
);

/** Something to look at again later. */
export type Timer =
  | { readonly kind: 'cleanJobData'; readonly jobId: JobId }
  | { readonly kind: 'dropJob'; readonly jobId: JobId }
  | { readonly kind: 'expireExecutors' }
  | { readonly kind: 'noExecutors'; readonly since: number };
