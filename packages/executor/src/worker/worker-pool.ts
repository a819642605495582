import { Worker } from 'node:worker_threads';
import { type Closeable, type FailedTask, InternalError, type Logger, UnavailableError } from '@ballista-ts/core';
import type { FetchGovernor } from '../shuffle/fetch-governor.js';
import { ioFailure } from '../task/classify-error.js';
import { GovernorPort } from './governor-port.js';
import type { FromWorker, RunOutcome, RunRequest, ToWorker, WorkerSetup } from './messages.js';

export interface WorkerPoolOptions {
  readonly size: number;
  readonly setup: WorkerSetup;
  readonly governor: FetchGovernor;
  readonly logger: Logger;
  /** The worker's program. @default ours, beside this file; bundlers move it */
  readonly workerUrl?: URL | undefined;
  /** Megabytes of JavaScript heap after which a worker, and its task, are given up. @default Node's */
  readonly maxHeapMb?: number | undefined;
  /** How long a cancelled task may take to notice before its worker is ended. @default 2000 */
  readonly cancelGraceMs?: number;
}

interface Run {
  readonly request: RunRequest;
  readonly settle: (outcome: RunOutcome) => void;
  lastResort?: NodeJS.Timeout;
}

interface Slot {
  readonly worker: Worker;
  readonly permits: GovernorPort;
  run: Run | undefined;
  ready: boolean;
}

/** Before another worker is tried in the place of one that did not even start: whatever kept it may last. */
const restartPauseMs = 1000;

/**
 * Worker threads, each running one task at a time, so that no task keeps the main thread from its heartbeats. What ends a worker (an
 * uncaught error, its heap limit, a crash) fails the task it had, and another takes its place.
 */
export class WorkerPool implements Closeable {
  readonly #options: WorkerPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue: Run[] = [];
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    for (let index = 0; index < options.size; index += 1) this.#spawn();
  }

  /** Tasks that run or wait for a worker. */
  get busy(): number {
    return this.#queue.length + [...this.#slots].filter((slot) => slot.run !== undefined).length;
  }

  /** Runs a task on the next free worker. Never rejects. */
  run(request: RunRequest): Promise<RunOutcome> {
    if (this.#closed) return Promise.resolve(lost('the executor is shutting down'));
    return new Promise((resolve) => {
      this.#queue.push({ request, settle: resolve });
      this.#dispatch();
    });
  }

  /** Asks a task to stop. A worker that does not notice is ended. */
  cancel(run: number): void {
    const queued = this.#queue.findIndex((one) => one.request.run === run);
    if (queued >= 0) {
      const [removed] = this.#queue.splice(queued, 1);
      removed!.settle({ kind: 'failed', failed: killed });
      return;
    }
    const slot = [...this.#slots].find((one) => one.run?.request.run === run);
    if (slot?.run === undefined || slot.run.lastResort !== undefined) return;
    send(slot.worker, { kind: 'cancel', run });
    slot.run.lastResort = setTimeout(() => {
      this.#options.logger.warn('a cancelled task does not stop; its worker is ended', { run });
      this.#end(slot, { kind: 'failed', failed: killed });
      void slot.worker.terminate();
    }, this.#options.cancelGraceMs ?? 2000);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#queue.splice(0)) settle(lost('the executor is shutting down'));
    await Promise.all(
      [...this.#slots].map(async (slot) => {
        this.#end(slot, lost('the executor is shutting down'));
        await slot.worker.terminate();
      }),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #spawn(): void {
    const { setup, governor, logger, workerUrl, maxHeapMb } = this.#options;
    const worker = new Worker(workerUrl ?? new URL('./worker-main.js', import.meta.url), {
      workerData: setup,
      name: 'ballista-task',
      ...(maxHeapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
    });
    const slot: Slot = {
      worker,
      permits: new GovernorPort(governor, (message) => send(worker, message), logger),
      run: undefined,
      ready: false,
    };
    this.#slots.add(slot);
    worker.on('message', (message: FromWorker) => this.#onMessage(slot, message));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      logger.error('a worker failed', { error });
      // One that could not even start takes a waiting task down with it: whatever keeps it may keep them all, and a task must not wait
      // for ever.
      if (!slot.ready) slot.run ??= this.#queue.shift();
      this.#end(slot, {
        kind: 'failed',
        // Out of memory is the machine's trouble and may not happen again; an error nobody caught is a bug, and will.
        failed:
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? ioFailure(`its worker ran out of memory: ${error.message}`)
            : uncaught(error),
      });
    });
    worker.once('exit', (code) => {
      this.#end(slot, { kind: 'failed', failed: ioFailure(`its worker ended with code ${code}`) });
      this.#slots.delete(slot);
      if (this.#closed) return;
      if (slot.ready) this.#replace();
      else setTimeout(() => this.#replace(), restartPauseMs).unref();
    });
  }

  #replace(): void {
    if (this.#closed) return;
    this.#spawn();
    this.#dispatch();
  }

  #onMessage(slot: Slot, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        slot.ready = true;
        this.#dispatch();
        return;
      case 'acquire':
        slot.permits.acquire(message);
        return;
      case 'release':
        slot.permits.release(message.request);
        return;
      case 'ended':
        if (slot.run?.request.run !== message.run) return;
        this.#finish(slot, message.outcome);
        this.#dispatch();
    }
  }

  /** The worker is gone, or as good as: its task has this outcome, its permits come back. */
  #end(slot: Slot, outcome: RunOutcome): void {
    slot.permits.close();
    this.#finish(slot, outcome);
    this.#slots.delete(slot);
  }

  #finish(slot: Slot, outcome: RunOutcome): void {
    const { run } = slot;
    slot.run = undefined;
    clearTimeout(run?.lastResort);
    run?.settle(outcome);
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.ready || slot.run !== undefined) continue;
      const run = this.#queue.shift();
      if (run === undefined) return;
      slot.run = run;
      send(slot.worker, { kind: 'run', ...run.request });
    }
  }
}

const send = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

const killed: FailedTask = {
  error: 'Task cancelled',
  retryable: true,
  countToFailures: false,
  reason: { kind: 'taskKilled' },
};

const uncaught = (error: Error): FailedTask => ({
  error: `Task failed due to runtime execution error: ${new InternalError(`uncaught error in its worker: ${error.message}`).message}`,
  retryable: false,
  countToFailures: false,
  reason: { kind: 'executionError' },
});

const lost = (why: string): RunOutcome => ({
  kind: 'failed',
  failed: { ...killed, error: `Task cancelled: ${new UnavailableError(why).message}` },
});
