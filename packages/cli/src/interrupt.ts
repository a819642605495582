import { CancelledError } from '@ballista-ts/core';

/** The command was stopped by a signal; what it ran was cancelled. */
export class InterruptedError extends CancelledError {
  constructor(
    readonly signal: NodeJS.Signals,
    options?: ErrorOptions,
  ) {
    super(`stopped by ${signal}`, options);
  }
}

/** What a shell expects of a process that a signal ended. */
export const exitCodeOf = (signal: NodeJS.Signals): number =>
  128 + ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal as 'SIGINT'] ?? 0);

/**
 * Runs something that SIGINT, SIGTERM and SIGHUP stop in good order; a second signal ends the process at once.
 * @throws InterruptedError when it was stopped.
 */
export async function interruptible(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  let caught: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (caught !== undefined) process.exit(exitCodeOf(signal));
    caught = signal;
    stop.abort(new InterruptedError(signal));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  try {
    await run(stop.signal);
  } catch (error) {
    if (caught !== undefined) throw new InterruptedError(caught, { cause: error });
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}
