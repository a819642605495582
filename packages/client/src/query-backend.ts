import type { Closeable, JobId, LogicalPlan, SessionConfig, StageMetrics } from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';

/** How a job came along; enough for a progress bar. */
export type ProgressEvent =
  | { readonly kind: 'queued' | 'running'; readonly jobId: JobId }
  | {
      readonly kind: 'successful';
      readonly jobId: JobId;
      readonly rows?: number;
      readonly bytes?: number;
      /** From the submission to the end of the job, as seen from here. */
      readonly elapsedMs: number;
      /** From when the scheduler took the job in until its first task could run. */
      readonly schedulingMs: number;
      /** From then until its last task had ended. */
      readonly executionMs: number;
    };

export interface ExecuteOptions {
  /** Aborting it cancels the query, wherever it is by then. @default never aborted */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** Something that runs queries: a cluster far away, or one in this process. */
export interface QueryBackend extends Closeable {
  /**
   * The rows of an analysed plan, as they come. Nothing is submitted before the first batch is asked for; stopping early,
   * or aborting the signal, cancels the job.
   */
  execute(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): AsyncGenerator<RecordBatch>;
  /** Runs a plan for what its stages count; the rows are left where they are. */
  analyze(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): Promise<readonly StageMetrics[]>;
}
