import { CancelledError, type JobId, type JobStatus, NotFoundError, UnavailableError } from '@ballista-ts/core';
import type { SchedulerDriver } from '../driver/scheduler-driver.js';

/**
 * How a job stands, from when it has been planned until it ends. When `signal` aborts, the caller is gone, and the job is
 * cancelled unless somebody else watches it too.
 */
export async function* watchJob(driver: SchedulerDriver, job: JobId, signal: AbortSignal): AsyncGenerator<JobStatus> {
  const arrived: (JobStatus | undefined)[] = [];
  let wake: (() => void) | undefined;
  let ended = false;
  const push = (status: JobStatus | undefined): void => {
    arrived.push(status);
    wake?.();
  };
  const leave = driver.statuses.subscribe(job, push);
  // A server stream that nobody reads any more is never resumed, so there is no `finally` to rely on.
  const onAbort = (): void => {
    leave();
    wake?.();
    if (!ended) driver.abandon(job);
  };
  const now = driver.core.status(job);
  // A job that is queued says so by being silent.
  if (now !== undefined && now.status.kind !== 'queued') push(now);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      if (arrived.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const status = arrived.shift();
      if (status === undefined) {
        if (driver.isOpen) throw new NotFoundError(`job ${job} is not known any more: it ended too long ago`);
        throw new UnavailableError(`the scheduler is shutting down, job ${job} has not ended`);
      }
      ended = status.status.kind === 'successful' || status.status.kind === 'failed';
      yield status;
      if (ended) return;
    }
    throw new CancelledError(`nobody waits for job ${job} any more`);
  } finally {
    leave();
    signal.removeEventListener('abort', onAbort);
  }
}
