import { CancelledError } from '@ballista-ts/core';

/** Longest time that an operator may keep the event loop, in milliseconds: aborts arrive through it. */
const sliceMs = 15;

/**
 * Lets an operator that computes for long notice an abort. `check` is cheap enough for every batch; `pause` gives the
 * event loop a turn when the time slice is used up.
 */
export interface Pacer {
  /** @throws CancelledError */
  check(): void;
  /** @throws CancelledError */
  pause(): Promise<void>;
}

export function createPacer(signal: AbortSignal): Pacer {
  let sliceEnd = performance.now() + sliceMs;
  const check = (): void => {
    if (signal.aborted) throw new CancelledError('Task cancelled', { cause: signal.reason });
  };
  return {
    check,
    async pause() {
      check();
      if (performance.now() < sliceEnd) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
      sliceEnd = performance.now() + sliceMs;
      check();
    },
  };
}
