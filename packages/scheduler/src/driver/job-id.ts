import { type Clock, type JobId, jobId, type Random } from '@ballista-ts/core';

/** Milliseconds since the epoch at which our ids begin: 2024-01-01. */
const idEpochMs = 1_704_067_200_000n;

/**
 * Ids that sort by time: 41 bits of milliseconds, 12 bits that tell generators apart, 10 bits that count. Two schedulers may
 * share executors, which keep their files under the id, hence the random bits.
 */
export function createJobIdGenerator(clock: Clock, random: Random): () => JobId {
  const generator = BigInt(Math.floor(random.next() * 4096));
  let lastMs = 0n;
  let count = 0n;
  return () => {
    const nowMs = BigInt(clock.now()) - idEpochMs;
    if (nowMs > lastMs) {
      lastMs = nowMs;
      count = 0n;
    } else {
      // More than 1024 in a millisecond borrow from the next ones, and a clock that goes back does not bring ids back.
      count += 1n;
      if (count === 1024n) {
        lastMs += 1n;
        count = 0n;
      }
    }
    return jobId(((lastMs << 22n) | (generator << 10n) | count).toString().padStart(19, '0'));
  };
}
