import type { JobId, SchedulerId } from '../ids.js';
import type { PartitionLocation } from '../shuffle/shuffle.js';

/** How a job stands. Times are milliseconds since the epoch. */
export interface JobStatus {
  readonly jobId: JobId;
  readonly jobName: string;
  readonly status:
    | { readonly kind: 'queued'; readonly queuedAt: number }
    | {
        readonly kind: 'running';
        readonly queuedAt: number;
        readonly startedAt: number;
        readonly scheduler: SchedulerId;
      }
    | {
        readonly kind: 'failed';
        readonly error: string;
        readonly queuedAt: number;
        readonly startedAt: number;
        readonly endedAt: number;
      }
    | {
        readonly kind: 'successful';
        /** Where the result is, in partition order. */
        readonly locations: readonly PartitionLocation[];
        readonly queuedAt: number;
        readonly startedAt: number;
        readonly endedAt: number;
      };
}
