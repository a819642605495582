import {
  CancelledError,
  DeadlineExceededError,
  describeError,
  type FailedTask,
  FetchFailedError,
  IoError,
  NotFoundError,
  UnavailableError,
} from '@ballista-ts/core';

/** Wrappers that are looked through. */
const maxDepth = 32;

/**
 * What a scheduler is told of a failed task. The first that applies:
 *
 * 1. a fetch failure anywhere in the chain of causes: the map output is gone, and trying this task again is no use;
 * 2. a cancellation anywhere: the partitions go back to the queue, and nobody counts it;
 * 3. a failed file, socket or connection at the root: may work next time, and counts;
 * 4. everything else would fail again.
 */
export function classifyError(error: unknown): FailedTask {
  const chain = causes(error);
  const fetch = chain.find((one) => one instanceof FetchFailedError);
  if (fetch !== undefined) {
    return {
      error: describeError(fetch),
      retryable: false,
      countToFailures: false,
      reason: {
        kind: 'fetchPartitionError',
        executorId: fetch.executorId,
        mapStageId: fetch.output.stageId,
        mapPartitionId: fetch.output.partitionId,
      },
    };
  }
  if (chain.some((one) => one instanceof CancelledError || (one instanceof Error && one.name === 'AbortError'))) {
    return { error: 'Task cancelled', retryable: true, countToFailures: false, reason: { kind: 'taskKilled' } };
  }
  if (isIo(chain)) return ioFailure(describeError(error));
  return {
    error: `Task failed due to runtime execution error: ${describeError(error)}`,
    retryable: false,
    countToFailures: false,
    reason: { kind: 'executionError' },
  };
}

/** A failure of the machine rather than of the query. */
export const ioFailure = (description: string): FailedTask => ({
  error: `Task failed due to IO error: ${description}`,
  retryable: true,
  countToFailures: true,
  reason: { kind: 'ioError' },
});

function isIo(chain: readonly unknown[]): boolean {
  // A file that is not there will not be there next time.
  if (chain.some((one) => one instanceof NotFoundError)) return false;
  const root = chain[chain.length - 1];
  if (root instanceof IoError || root instanceof UnavailableError || root instanceof DeadlineExceededError) return true;
  // Node's own: a system call failed.
  return root instanceof Error && typeof (root as NodeJS.ErrnoException).syscall === 'string';
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < maxDepth; ) {
    chain.push(one);
    one = one instanceof Error ? one.cause : undefined;
  }
  return chain;
}
