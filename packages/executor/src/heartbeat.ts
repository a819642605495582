import { type Clock, describeError, type Logger, toError } from '@ballista-ts/core';

export interface HeartbeatOptions {
  /** Sends one. Rejects when it did not arrive or was refused. */
  readonly beat: () => Promise<void>;
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told once, after {@link maxStrikes} failures in a row. */
  readonly onGivenUp: (error: Error) => void;
  /** Told of the first success after failures. */
  readonly onRecovered: () => void;
}

/** Failures in a row after which the scheduler is taken to be gone, or not to want us. */
export const maxStrikes = 5;

/** Beats at once and then in intervals. Any success starts the count of failures again. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #strikes = 0;
  #beaten = false;
  #stopped = false;
  #timer: { cancel(): void } | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Whether a beat has succeeded, ever. */
  get hasSucceeded(): boolean {
    return this.#beaten;
  }

  start(): void {
    void this.#beat();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async #beat(): Promise<void> {
    const { beat, clock, intervalMs, logger, onGivenUp, onRecovered } = this.#options;
    try {
      await beat();
      if (this.#strikes > 0) onRecovered();
      this.#strikes = 0;
      this.#beaten = true;
    } catch (error) {
      if (this.#stopped) return;
      this.#strikes += 1;
      logger.warn(`heartbeat failed (${this.#strikes} of ${maxStrikes})`, { error: describeError(error) });
      if (this.#strikes >= maxStrikes) {
        this.#stopped = true;
        onGivenUp(toError(error));
        return;
      }
    }
    if (!this.#stopped) this.#timer = clock.setTimeout(() => void this.#beat(), intervalMs);
  }
}
