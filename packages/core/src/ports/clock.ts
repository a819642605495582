/** Time, as a dependency: simulation and tests bring their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after that many milliseconds, unless cancelled. */
  setTimeout(callback: () => void, delayMs: number): { cancel(): void };
}

/** Randomness, as a dependency. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
}

/** The machine's clock. Timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
};

export const systemRandom: Random = { next: () => Math.random() };
