import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BallistaError,
  CancelledError,
  type Closeable,
  DeadlineExceededError,
  describeError,
  type ExecutorId,
  type ExecutorRegistration,
  FailedPreconditionError,
  InvalidArgumentError,
  toError,
  UnavailableError,
} from '@ballista-ts/core';
import {
  createExecutorFlightService,
  createListener,
  ensureIpcCodecs,
  flightHandler,
  type Listener,
  mapServiceErrors,
  type RequestHandler,
} from '@ballista-ts/flight';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { type ExecutorOptions, type ResolvedExecutorOptions, resolveExecutorOptions } from './executor-options.js';
import { healthHandler } from './health.js';
import { Heartbeat, maxStrikes } from './heartbeat.js';
import { resolveMemoryPool } from './memory-pool.js';
import { ProcessMetrics } from './process-metrics.js';
import { type ExecutorControl, executorRoutes } from './push-service.js';
import { announcedHost, describeExecutor } from './registration.js';
import { connectScheduler, type SchedulerLink } from './scheduler-link.js';
import { LocalFetchGovernor } from './shuffle/fetch-governor.js';
import { FileShuffleStore } from './shuffle/file-shuffle-store.js';
import { removeTaskFiles } from './shuffle/remove-task-files.js';
import { sweepJobs } from './sweep-jobs.js';
import { SharedRunner } from './task/shared-runner.js';
import { StatusReporter } from './task/status-reporter.js';
import { TaskManager } from './task/task-manager.js';
import { openWorkDir, type WorkDir } from './work-dir.js';
import { WorkerPool } from './worker/worker-pool.js';

/** Why an executor is no longer running. */
export interface ExecutorExit {
  readonly reason: string;
  /** The scheduler asked it to go at once. */
  readonly forced: boolean;
  /** Present when it did not want to end. */
  readonly error?: Error;
}

export interface ShutdownOptions {
  /** Told to the scheduler. @default 'shutdown' */
  readonly reason?: string;
  /** How long running tasks may take. @default the executor's `shutdownGraceMs` */
  readonly graceMs?: number;
}

/** An executor in this process. */
export interface Executor extends Closeable {
  readonly id: ExecutorId;
  /** Ports that are open; known once `start` has resolved. */
  readonly ports: { readonly flight: number; readonly grpc: number; readonly health: number | undefined };
  /** Whether a scheduler knows it. */
  readonly isReady: boolean;
  /** Tasks that were taken and have not ended. */
  readonly runningTasks: number;
  /** Settles when it has ended, for whatever reason. Never rejects. */
  readonly exited: Promise<ExecutorExit>;
  /**
   * Opens its ports, then registers with the scheduler, then begins to beat.
   * @throws IoError when a port is taken, UnavailableError when the scheduler cannot be reached, FailedPreconditionError when it refuses us
   */
  start(): Promise<void>;
  /** Tells the scheduler, takes no more tasks, lets running ones end, reports them, closes. */
  shutdown(options?: ShutdownOptions): Promise<void>;
  /** Ends at once: running tasks are lost. */
  close(): Promise<void>;
}

const registrationRetryMs = 500;
/** How long a last message to the scheduler may take. */
const farewellMs = 2000;

/** Makes an executor; {@link Executor.start} starts it. Touches no process signals and no global state. */
export function createExecutor(options: ExecutorOptions = {}): Executor {
  return new ExecutorProcess(resolveExecutorOptions(options));
}

/** What exists while an executor runs. */
interface Running {
  readonly workDir: WorkDir;
  readonly link: SchedulerLink;
  readonly registration: ExecutorRegistration;
  readonly workers: WorkerPool;
  readonly tasks: TaskManager;
  readonly reporter: StatusReporter;
  readonly heartbeat: Heartbeat;
  readonly flight: Listener;
  readonly control: Listener;
  readonly health: Listener | undefined;
}

class ExecutorProcess implements Executor {
  readonly id: ExecutorId;
  readonly exited: Promise<ExecutorExit>;
  readonly #options: ResolvedExecutorOptions;
  readonly #metrics: ProcessMetrics;
  readonly #stop = new AbortController();
  /** Closers of what has been opened so far, in order. */
  readonly #opened: (() => Promise<unknown>)[] = [];
  #running: Running | undefined;
  #starting: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #terminating = false;
  #settleExit: (exit: ExecutorExit) => void = () => {};

  constructor(options: ResolvedExecutorOptions) {
    this.id = options.id;
    this.#options = options;
    this.#metrics = new ProcessMetrics(options.metrics);
    this.exited = new Promise((resolve) => {
      this.#settleExit = resolve;
    });
  }

  get ports(): Executor['ports'] {
    const running = this.#require();
    return { flight: running.flight.port, grpc: running.control.port, health: running.health?.port };
  }

  get isReady(): boolean {
    return this.#running?.heartbeat.hasSucceeded === true && !this.#terminating;
  }

  get runningTasks(): number {
    return this.#running?.tasks.size ?? 0;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch(async (error: unknown) => {
      await this.#end({ reason: `start failed: ${describeError(error)}`, forced: false, error: toError(error) });
      throw error;
    });
    return this.#starting;
  }

  shutdown(options: ShutdownOptions = {}): Promise<void> {
    const { reason = 'shutdown', graceMs = this.#options.shutdownGraceMs } = options;
    return this.#shutdown({ reason, forced: false }, graceMs, true);
  }

  close(): Promise<void> {
    return this.#end({ reason: 'closed', forced: false });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(): Promise<void> {
    const { bindHost, port, grpcPort, healthPort, vcores, logger, clock, schedulerHost, schedulerPort } = this.#options;
    if (this.#ending !== undefined) throw new FailedPreconditionError(`executor ${this.id} is closed`);
    const memoryPool = await resolveMemoryPool({
      sizeBytes: this.#options.memoryPoolSize,
      fraction: this.#options.memoryPoolFraction,
      vcores,
    });
    await checkExtensions(this.#options.extensions);
    await ensureIpcCodecs();
    const workDir = this.#own(await openWorkDir({ path: this.#options.workDir, logger }));
    const store = await FileShuffleStore.open(workDir.path);
    const link = this.#own(connectScheduler({ host: schedulerHost, port: schedulerPort }));
    const workers = this.#own(
      new WorkerPool({
        size: vcores,
        setup: { workDir: workDir.path, clientTtlMs: this.#options.clientTtlMs, extensions: this.#options.extensions },
        governor: new LocalFetchGovernor(),
        logger,
        workerUrl: this.#options.workerUrl,
        maxHeapMb: heapLimitMb(memoryPool.perVcoreBytes),
      }),
    );
    const reporter = new StatusReporter({
      send: (statuses) => link.updateTaskStatus(this.id, statuses),
      clock,
      logger,
    });
    const tasks = new TaskManager({
      executorId: this.id,
      runner: new SharedRunner(workers, workDir.path),
      memoryPool,
      vcores,
      clock,
      logger,
      report: (status) => reporter.report(status),
      removeTaskFiles: (task) => removeTaskFiles(workDir.path, task),
    });

    // Both ports are open before the scheduler hears of us: it dials back at once.
    const flight = this.#own(
      await createListener({
        host: bindHost,
        port,
        handler: flightHandler(createExecutorFlightService({ store }), notFound, { logger }),
      }),
    );
    const control = this.#own(
      await createListener({
        host: bindHost,
        port: grpcPort,
        handler: connectNodeAdapter({
          routes: executorRoutes(this.#control(tasks, reporter, workDir)),
          interceptors: [mapServiceErrors],
          acceptCompression: [],
          readMaxBytes: maxControlMessageBytes,
          fallback: notFound,
        }),
      }),
    );
    const health =
      healthPort === false
        ? undefined
        : this.#own(
            await createListener({ host: bindHost, port: healthPort, handler: healthHandler(() => this.isReady) }),
          );
    const registration = await describeExecutor({
      id: this.id,
      host: announcedHost(bindHost, this.#options.externalHost),
      port: flight.port,
      grpcPort: control.port,
      vcores,
      workDir: workDir.path,
    });
    const heartbeat = new Heartbeat({
      beat: () => this.#beat(link, registration),
      intervalMs: this.#options.heartbeatIntervalMs,
      clock,
      logger,
      onRecovered: () => reporter.nudge(),
      onGivenUp: (error) => this.#giveUp(error),
    });
    this.#running = { workDir, link, registration, workers, tasks, reporter, heartbeat, flight, control, health };
    await this.#register(link, registration);
    heartbeat.start();
    this.#sweepRegularly(workDir);
    logger.info('executor started', {
      id: this.id,
      ...this.ports,
      vcores,
      workDir: workDir.path,
      memoryPool: memoryPool.sizeBytes,
    });
  }

  #control(tasks: TaskManager, reporter: StatusReporter, workDir: WorkDir): ExecutorControl {
    return {
      executorId: this.id,
      launch: (definitions) => {
        if (this.#terminating && !tasks.knows(definitions)) {
          throw new UnavailableError(`executor ${this.id} is shutting down`);
        }
        tasks.launch(definitions);
        reporter.nudge();
      },
      cancel: (keys) => {
        tasks.cancel(keys);
        // A scheduler that calls is there: what waits for it need not wait longer.
        reporter.nudge();
      },
      removeJobData: async (job, stageIds) => {
        await tasks.cancelJob(job, stageIds);
        tasks.forget(job, stageIds);
        await workDir.removeJobData(job, stageIds);
      },
      stop: (reason, force) => {
        const exit = { reason, forced: force };
        void (force ? this.#end(exit) : this.#shutdown(exit, this.#options.shutdownGraceMs, false));
      },
    };
  }

  /** Tries for as long as the options say. A refusal is final at once. */
  async #register(link: SchedulerLink, registration: ExecutorRegistration): Promise<void> {
    const { schedulerHost, schedulerPort, schedulerConnectTimeoutMs: timeoutMs, clock, logger } = this.#options;
    const deadline = clock.now() + timeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#stop.signal.aborted) throw new CancelledError('the executor was closed while it started');
      try {
        await link.register(registration);
        return;
      } catch (error) {
        const transient = error instanceof UnavailableError || error instanceof DeadlineExceededError;
        if (!transient) throw error;
        if (clock.now() + registrationRetryMs > deadline) {
          throw new UnavailableError(
            `cannot register with the scheduler at ${schedulerHost}:${schedulerPort}${
              timeoutMs === 0 ? '' : ` within ${timeoutMs} ms (${attempt} tries)`
            }: ${describeError(error)}`,
            { cause: error },
          );
        }
        if (attempt === 1) logger.info('waiting for the scheduler', { schedulerHost, schedulerPort });
        await sleep(registrationRetryMs);
      }
    }
  }

  async #beat(link: SchedulerLink, registration: ExecutorRegistration): Promise<void> {
    const state = this.#terminating ? 'terminating' : 'active';
    const reregister = await link.heartbeat(registration, state, await this.#metrics.collect());
    if (reregister && !this.#terminating) await link.register(registration);
  }

  #giveUp(error: Error): void {
    const { schedulerHost, schedulerPort, logger } = this.#options;
    const failure: BallistaError = new UnavailableError(
      `${maxStrikes} heartbeats in a row failed: the scheduler at ${schedulerHost}:${schedulerPort} is down or cannot be reached, or it speaks another protocol version. The last failure: ${describeError(error)}`,
      { cause: error },
    );
    logger.error(failure.message);
    void this.#shutdown({ reason: 'heartbeats failed', forced: false, error: failure }, 0, false);
  }

  /** The way down: tell, stop taking, let end, report, close. Flight goes last, since peers may still read from us. */
  async #shutdown(exit: ExecutorExit, graceMs: number, notify: boolean): Promise<void> {
    if (this.#terminating || this.#running === undefined) return this.#end(exit);
    this.#terminating = true;
    const { link, registration, tasks, reporter, heartbeat } = this.#running;
    const { logger } = this.#options;
    logger.info('executor stopping', { id: this.id, reason: exit.reason, runningTasks: tasks.size });
    heartbeat.stop();
    if (notify) {
      const farewell = async (): Promise<void> => {
        await link.heartbeat(registration, 'terminating', []);
        await link.stopped(this.id, exit.reason);
      };
      await within(farewell(), farewellMs).catch((error: unknown) => {
        logger.warn('cannot tell the scheduler that this executor stops', { error: describeError(error) });
      });
    }
    if (!(await ended(tasks.drained(), graceMs))) {
      logger.warn('tasks are cut short', { tasks: tasks.size });
      tasks.cancelAll();
      await ended(tasks.drained(), farewellMs);
    }
    if (notify) await reporter.flush(farewellMs);
    await this.#end(exit);
  }

  #end(exit: ExecutorExit): Promise<void> {
    this.#ending ??= this.#closeAll(exit);
    return this.#ending;
  }

  async #closeAll(exit: ExecutorExit): Promise<void> {
    this.#terminating = true;
    this.#stop.abort();
    this.#running?.heartbeat.stop();
    this.#running?.reporter.stop();
    // In reverse, so that what uses something goes before it; ports before the work directory they serve.
    for (const close of this.#opened.splice(0).reverse()) {
      await close().catch((error: unknown) => {
        this.#options.logger.warn('closing failed', { error: describeError(error) });
      });
    }
    this.#settleExit(exit);
  }

  #sweepRegularly(workDir: WorkDir): void {
    const { jobDataCleanUpIntervalMs: intervalMs, jobDataTtlMs, clock, logger } = this.#options;
    if (intervalMs === 0) return;
    let timer: { cancel(): void } | undefined;
    const sweep = (): void => {
      void sweepJobs(workDir.path, clock.now() - jobDataTtlMs, logger).finally(schedule);
    };
    const schedule = (): void => {
      if (!this.#stop.signal.aborted) timer = clock.setTimeout(sweep, intervalMs);
    };
    schedule();
    this.#stop.signal.addEventListener('abort', () => timer?.cancel());
  }

  #own<T extends Closeable>(one: T): T {
    this.#opened.push(() => one.close());
    // Closed while it was being opened: the list has been worked off already.
    if (this.#stop.signal.aborted) {
      void one.close();
      throw new CancelledError('the executor was closed while it started');
    }
    return one;
  }

  #require(): Running {
    if (this.#running === undefined) throw new FailedPreconditionError(`executor ${this.id} has not started`);
    return this.#running;
  }
}

/** A worker's JavaScript heap: a task's share of the pool, so that one hungry task ends its worker and not the process. */
const heapLimitMb = (perVcoreBytes: number): number | undefined =>
  perVcoreBytes === 0 ? undefined : Math.max(512, Math.ceil(perVcoreBytes / 1024 ** 2));

/** Fails where a worker would fail, but once, at start, and with a name. */
async function checkExtensions(module: string | undefined): Promise<void> {
  if (module === undefined) return;
  let found: { readonly default?: unknown };
  try {
    found = (await import(module)) as { readonly default?: unknown };
  } catch (cause) {
    throw new InvalidArgumentError(`cannot load the extensions ${module}: ${describeError(cause)}`, { cause });
  }
  if (typeof found.default !== 'object' || found.default === null) {
    throw new InvalidArgumentError(`the extensions ${module} have no default export that is an object`);
  }
}

/** Plans are large; 16 MiB is upstream's limit for them. */
const maxControlMessageBytes = 64 * 1024 * 1024;

const notFound: RequestHandler = (_request, response) => {
  response.statusCode = 404;
  response.end('not found\n');
};

/** Whether the promise settles in time. */
const ended = (promise: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([promise.then(() => true), sleep(ms, false, { ref: false })]);

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new DeadlineExceededError(`no answer within ${ms} ms`);
  });
  return Promise.race([promise, late]);
}
