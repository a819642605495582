import type { JobId } from '@ballista-ts/core';

/** Where a scheduler's numbers go. Times are milliseconds since the epoch. */
export interface SchedulerMetricsCollector {
  recordSubmitted(jobId: JobId, queuedAt: number, submittedAt: number): void;
  recordCompleted(jobId: JobId, queuedAt: number, completedAt: number): void;
  recordFailed(jobId: JobId, queuedAt: number, failedAt: number): void;
  recordCancelled(jobId: JobId): void;
  /** An executor of another protocol version was turned away. */
  recordRejectedByProtocolVersion(): void;
  /** Partitions that wait for a vcore. */
  setPendingTasksQueueSize(count: number): void;
  /** What `/api/metrics` answers; undefined: nothing to see here. */
  gather(): { readonly contentType: string; readonly body: string } | undefined;
}

/** For embedders that want none. */
export const noMetrics: SchedulerMetricsCollector = {
  recordSubmitted() {},
  recordCompleted() {},
  recordFailed() {},
  recordCancelled() {},
  recordRejectedByProtocolVersion() {},
  setPendingTasksQueueSize() {},
  gather: () => undefined,
};
