import type { JobStatus, SchedulerId } from '@ballista-ts/core';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { JobRequest } from './events.js';

/** A job from its submission until it is forgotten. Times are milliseconds since the epoch. */
export interface Job {
  readonly request: JobRequest;
  readonly queuedAt: number;
  startedAt?: number;
  endedAt?: number;
  /** When its result was last asked for. */
  lastReadAt?: number;
  /** Executors were told to remove its result. */
  dataRemoved?: boolean;
  /** Absent while the job is being planned, and for ever when planning failed. */
  graph?: ExecutionGraph;
  error?: string;
  cancelled: boolean;
}

/** How a job stands, as clients and REST see it. */
export function jobStatus(job: Job, scheduler: SchedulerId): JobStatus {
  const { jobId, jobName } = job.request;
  const { queuedAt } = job;
  const startedAt = job.startedAt ?? queuedAt;
  if (job.endedAt !== undefined) {
    const times = { queuedAt, startedAt, endedAt: job.endedAt };
    return job.error === undefined && job.graph !== undefined
      ? { jobId, jobName, status: { kind: 'successful', locations: job.graph.resultLocations(), ...times } }
      : { jobId, jobName, status: { kind: 'failed', error: job.error ?? 'the job ended without a result', ...times } };
  }
  return job.graph === undefined
    ? { jobId, jobName, status: { kind: 'queued', queuedAt } }
    : { jobId, jobName, status: { kind: 'running', queuedAt, startedAt, scheduler } };
}
