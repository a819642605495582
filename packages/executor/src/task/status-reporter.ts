import { type Clock, describeError, type Logger, type TaskStatus } from '@ballista-ts/core';

export interface StatusReporterOptions {
  /** Delivers a batch. Rejects when it is not known to have arrived. */
  readonly send: (statuses: readonly TaskStatus[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** @default 100 */
  readonly firstRetryMs?: number;
  /** @default 10_000 */
  readonly longestRetryMs?: number;
}

/** Statuses that travel together; a scheduler that was away for long gets the rest in further calls. */
const maxBatch = 1000;

/**
 * Reports ended tasks. A status is kept until a scheduler has acknowledged it, and sent again with growing pauses until then: a lost
 * one would leave its stage waiting for ever. The same status may thus arrive twice, and is told by its task id.
 */
export class StatusReporter {
  readonly #options: StatusReporterOptions;
  readonly #pending: TaskStatus[] = [];
  #sending: Promise<void> | undefined;
  #failures = 0;
  #retry: { cancel(): void } | undefined;
  #stopped = false;
  #idle: (() => void)[] = [];

  constructor(options: StatusReporterOptions) {
    this.#options = options;
  }

  /** Statuses that nobody has acknowledged yet. */
  get pending(): number {
    return this.#pending.length;
  }

  report(status: TaskStatus): void {
    if (this.#stopped) return;
    this.#pending.push(status);
    if (this.#retry === undefined) this.#pump();
  }

  /** Tries now, without waiting for the next retry; for when the scheduler is known to be back. */
  nudge(): void {
    this.#retry?.cancel();
    this.#retry = undefined;
    this.#pump();
  }

  /** Resolves when everything reported so far is acknowledged; false when that took longer than `timeoutMs`. */
  flush(timeoutMs: number): Promise<boolean> {
    if (this.#pending.length === 0) return Promise.resolve(true);
    this.nudge();
    return new Promise((resolve) => {
      const timer = this.#options.clock.setTimeout(() => resolve(false), timeoutMs);
      this.#idle.push(() => {
        timer.cancel();
        resolve(true);
      });
    });
  }

  /** Sends nothing more. */
  stop(): void {
    this.#stopped = true;
    this.#retry?.cancel();
    this.#pending.length = 0;
  }

  #pump(): void {
    if (this.#sending !== undefined || this.#pending.length === 0 || this.#stopped) return;
    this.#sending = this.#send().finally(() => {
      this.#sending = undefined;
      if (this.#retry === undefined) this.#pump();
    });
  }

  async #send(): Promise<void> {
    const batch = this.#pending.slice(0, maxBatch);
    const { clock, logger, send, firstRetryMs = 100, longestRetryMs = 10_000 } = this.#options;
    try {
      await send(batch);
    } catch (error) {
      this.#failures += 1;
      const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(this.#failures - 1, 20));
      logger.warn(`cannot report ${batch.length} task status(es), trying again in ${delayMs} ms`, {
        error: describeError(error),
      });
      this.#retry = clock.setTimeout(() => {
        this.#retry = undefined;
        this.#pump();
      }, delayMs);
      return;
    }
    this.#failures = 0;
    this.#pending.splice(0, batch.length);
    if (this.#pending.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
