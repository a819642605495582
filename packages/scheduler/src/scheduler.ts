import { randomUUID } from 'node:crypto';
import {
  type Closeable,
  FailedPreconditionError,
  InvalidArgumentError,
  type Logger,
  type SchedulerId,
  SessionConfig,
  schedulerId,
  silentLogger,
  systemClock,
  systemRandom,
  UnavailableError,
} from '@ballista-ts/core';
import { createListener, type Listener } from '@ballista-ts/flight';
import { createPlanner } from '@ballista-ts/planner';
import { biasDistribution, roundRobinDistribution, type TaskDistribution } from './core/distribution.js';
import { defaultCoreOptions, type SchedulerCoreOptions } from './core/options.js';
import { grpcConnector } from './driver/executor-connection.js';
import { createJobIdGenerator } from './driver/job-id.js';
import { createJobPlanner } from './driver/job-planner.js';
import { type Durability, SchedulerDriver } from './driver/scheduler-driver.js';
import type { EventLog } from './event-log/event-log.js';
import { createFileEventLog } from './event-log/file-event-log.js';
import { Journal } from './event-log/journal.js';
import { createRecordCodec } from './event-log/record.js';
import { type Serving, schedulerHandler } from './handler.js';
import { createPrometheusCollector } from './metrics/prometheus.js';
import type { SchedulerOptions } from './options.js';

/** A scheduler: takes queries in, hands tasks to executors. */
export interface Scheduler extends Closeable {
  readonly id: SchedulerId;
  /** What serves it; for `schedulerHandler`. */
  readonly serving: Serving;
  /**
   * From now on queries and executors are taken in. With an event log it is read first, and what was running goes on.
   * @throws FailedPreconditionError when another scheduler has the log, DecodeError when it is damaged, IoError
   */
  start(): void;
  /** Opens a port for gRPC, Connect and REST, and starts. The port is closed with the scheduler. */
  listen(options?: { readonly host?: string; readonly port?: number }): Promise<Listener>;
  /**
   * Takes no new queries in, lets running ones end for up to `graceMs`, cancels what is left, and closes. With an event log
   * nothing is cancelled: the next scheduler goes on with it.
   * Closing twice is fine; a shorter grace time the second time is not heeded.
   */
  shutdown(options?: { readonly graceMs?: number }): Promise<void>;
  /** As `shutdown` without grace: running queries are cancelled. */
  close(): Promise<void>;
}

/** What is left to say to executors when everything ends. */
const farewellMs = 2_000;
/** Messages have some room beside their plans. */
const maxPlanShare = 0.9;

/** Makes a scheduler. Nothing happens before `start` or `listen`; any number of them fit into a process. */
export function createScheduler(options: SchedulerOptions = {}): Scheduler {
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? silentLogger;
  const metrics = options.metrics ?? createPrometheusCollector();
  const planner =
    options.planner ?? createPlanner({ ...(options.functions !== undefined && { functions: options.functions }) });
  const physicalCodecs = options.physicalCodecs ?? [];
  const logicalCodecs = options.logicalCodecs ?? [];
  const sessionConfig = options.sessionConfig ?? (() => SessionConfig.withBallista());
  const maxMessageBytes = options.maxMessageBytes ?? 16 * 1024 * 1024;
  const id = options.schedulerId ?? schedulerId(`scheduler-${randomUUID()}`);
  const log = eventLogOf(options, logger);
  const driver = new SchedulerDriver({
    ...(log !== undefined && {
      durable: durability(
        log,
        { functions: planner.functions, logicalCodecs, physicalCodecs, sessionConfig },
        options,
        logger,
      ),
    }),
    core: coreOptions(options, id),
    clock,
    logger,
    metrics,
    physicalCodecs,
    planner:
      options.jobPlanner ??
      createJobPlanner({
        planner,
        ...(options.objectStores !== undefined && { objectStores: options.objectStores }),
      }),
    connect: options.connect ?? grpcConnector({ maxMessageBytes }),
    maxLaunchBytes: Math.floor(maxMessageBytes * maxPlanShare),
    nextJobId: options.nextJobId ?? createJobIdGenerator(clock, options.random ?? systemRandom),
    ...(options.onWorkAvailable !== undefined && { onWorkAvailable: options.onWorkAvailable }),
  });

  let state: 'new' | 'started' | 'draining' | 'closed' = 'new';
  let startedAt = 0;
  let closing: Promise<void> | undefined;
  const listeners: Listener[] = [];
  const checkStartable = (): void => {
    if (state === 'new' || state === 'started') return;
    throw new FailedPreconditionError('the scheduler is closed and cannot be started again');
  };
  const checkOpen = (): void => {
    if (state === 'started' && driver.isOpen) return;
    throw new UnavailableError(
      state === 'started'
        ? 'the scheduler has stopped: it cannot write its event log'
        : state === 'new'
          ? 'the scheduler has not been started'
          : 'the scheduler is shutting down',
    );
  };

  const shutdown = async (graceMs: number): Promise<void> => {
    state = 'draining';
    if (graceMs > 0) await jobsToEnd(graceMs);
    // With a log they go on with the next scheduler.
    for (const { request } of log === undefined ? driver.core.activeJobs() : []) {
      driver.dispatch({ kind: 'jobAborted', jobId: request.jobId, error: 'the scheduler is shutting down' });
    }
    await driver.close(farewellMs);
    state = 'closed';
    await Promise.all(listeners.map((listener) => listener.close(farewellMs)));
  };

  /** Waits until no job runs, but not for ever. */
  const jobsToEnd = async (graceMs: number): Promise<void> => {
    let timer: { cancel(): void } | undefined;
    const late = new Promise<void>((resolve) => {
      timer = clock.setTimeout(resolve, graceMs);
    });
    const ended = driver.core.activeJobs().map(
      ({ request }) =>
        new Promise<void>((resolve) => {
          const leave = driver.statuses.subscribe(request.jobId, (status) => {
            const kind = status?.status.kind;
            if (kind === 'queued' || kind === 'running') return;
            leave();
            resolve();
          });
        }),
    );
    await Promise.race([Promise.all(ended), late]);
    timer?.cancel();
  };

  const scheduler: Scheduler = {
    id,
    serving: {
      service: {
        driver,
        logger,
        metrics,
        functions: planner.functions,
        logicalCodecs,
        physicalCodecs,
        sessionConfig,
        strictConfig: options.strictConfig ?? false,
        dialBackTimeoutMs: options.dialBackTimeoutMs ?? 10_000,
        checkOpen,
      },
      ...(options.rest !== false && {
        rest: {
          driver,
          metrics,
          logger,
          minReadyExecutors: options.minReadyExecutors ?? 1,
          startedAt: () => startedAt,
        },
      }),
      maxMessageBytes,
    },
    start() {
      checkStartable();
      if (state === 'started') return;
      driver.recover();
      state = 'started';
      startedAt = clock.now();
      logger.info('scheduler started', { schedulerId: id });
    },
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      checkStartable();
      const listener = await createListener({ handler: schedulerHandler(scheduler), host, port });
      listeners.push(listener);
      if (closing === undefined) scheduler.start();
      else await listener.close(0);
      return listener;
    },
    shutdown({ graceMs = 0 } = {}) {
      closing ??= shutdown(graceMs);
      return closing;
    },
    close: () => scheduler.shutdown(),
    [Symbol.asyncDispose]: () => scheduler.close(),
  };
  return scheduler;
}

function eventLogOf({ dataDir, eventLog, clock }: SchedulerOptions, logger: Logger): EventLog | undefined {
  if (dataDir === undefined) return eventLog;
  if (eventLog !== undefined) throw new InvalidArgumentError('a scheduler has a dataDir or an eventLog, not both');
  return createFileEventLog({ directory: dataDir, logger, ...(clock !== undefined && { clock }) });
}

const durability = (
  log: EventLog,
  codecOptions: Parameters<typeof createRecordCodec>[0],
  { onEventLogFailed }: SchedulerOptions,
  logger: Logger,
): Durability => {
  const codec = createRecordCodec(codecOptions);
  return { codec, journal: new Journal({ log, codec, logger }), onFailed: (error) => onEventLogFailed?.(error) };
};

function coreOptions(options: SchedulerOptions, id: SchedulerId): SchedulerCoreOptions {
  const given = Object.fromEntries(
    Object.keys(defaultCoreOptions).flatMap((key) => {
      const value = options[key as keyof typeof defaultCoreOptions];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return {
    ...defaultCoreOptions,
    ...given,
    // Jobs wait for a new executor as long as they would for a silent one.
    noExecutorsGraceMs: options.noExecutorsGraceMs ?? options.executorTimeoutMs ?? defaultCoreOptions.executorTimeoutMs,
    schedulerId: id,
    distribution: distributionOf(options.distribution ?? 'bias'),
  };
}

function distributionOf(policy: 'bias' | 'round-robin' | TaskDistribution): TaskDistribution {
  if (typeof policy !== 'string') return policy;
  return policy === 'bias' ? biasDistribution() : roundRobinDistribution();
}
