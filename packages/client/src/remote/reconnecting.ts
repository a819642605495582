import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, errorCodeHeader, UnavailableError } from '@ballista-ts/core';
import { fromConnectError } from '@ballista-ts/flight';
import { Code, ConnectError } from '@connectrpc/connect';
import type { JobNews } from './follow-job.js';

export interface ReconnectOptions {
  /** How long to try after a connection was lost. 0: not at all. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Begins the message when it was tried in vain. */
  readonly what: () => string;
}

const firstPauseMs = 50;
const longestPauseMs = 2_000;

/**
 * Follows a job across the loss of its scheduler. `follow` submits with one operation id each time: a scheduler that knows
 * the operation answers with the job that it has, one that has forgotten it begins a new job. A scheduler that was never
 * reached is not waited for: its address may be wrong.
 */
export async function* reconnecting(
  follow: () => AsyncGenerator<JobNews>,
  { timeoutMs, signal, what }: ReconnectOptions,
): AsyncGenerator<JobNews> {
  let reached = false;
  let lostAt: number | undefined;
  let tries = 0;
  for (;;) {
    try {
      for await (const news of follow()) {
        reached = true;
        if (news.status !== undefined) {
          lostAt = undefined;
          tries = 0;
        }
        yield news;
      }
      return;
    } catch (error) {
      if (signal.aborted || timeoutMs <= 0 || !isLost(error, reached)) throw error;
      reached = true;
      const now = performance.now();
      lostAt ??= now;
      const left = lostAt + timeoutMs - now;
      if (left <= 0) {
        const last = describeError(fromConnectError(error));
        throw new UnavailableError(
          `${what()}: the connection to the scheduler was lost and could not be made again within ${timeoutMs / 1000} s (${tries} tries): ${last}`,
          { cause: error },
        );
      }
      await sleep(Math.min(firstPauseMs * 2 ** Math.min(tries, 10), longestPauseMs, left), undefined, { signal });
      tries += 1;
    }
  }
}

/** Whether a call failed because the other side went away, or is not back yet, rather than by its answer. */
function isLost(error: unknown, reached: boolean): boolean {
  if (!(error instanceof ConnectError)) return false;
  const answered = error.metadata.has(errorCodeHeader);
  switch (error.code) {
    case Code.Unavailable:
      // An answer: it starts, or shuts down.
      return reached || (!answered && !refused(error));
    case Code.NotFound:
      // A scheduler that was restarted without a memory, between two questions about the job.
      return reached && answered;
    // A stream that was cut off has no status of its own.
    case Code.Aborted:
    case Code.Canceled:
      return !answered;
    default:
      return false;
  }
}

/** Nobody listens there, or there is no such host. */
function refused(error: ConnectError): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (
      'code' in cause &&
      typeof cause.code === 'string' &&
      /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/.test(cause.code)
    ) {
      return true;
    }
  }
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(error.rawMessage);
}
