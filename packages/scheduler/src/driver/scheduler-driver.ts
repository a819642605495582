import {
  type Clock,
  describeError,
  type ExecutorMetadata,
  type JobId,
  type JobStatus,
  type LogFields,
  type Logger,
  type OperationId,
  type PhysicalExtensionCodec,
  type SessionConfig,
  type SessionId,
  toError,
  UnavailableError,
} from '@ballista-ts/core';
import { fromConnectError } from '@ballista-ts/flight';
import type { JobMetric, SchedulerEffect } from '../core/effects.js';
import type { JobRequest, SchedulerEvent } from '../core/events.js';
import type { SchedulerCoreOptions } from '../core/options.js';
import { SchedulerCore } from '../core/scheduler-core.js';
import type { Journal, Outcome } from '../event-log/journal.js';
import type { EventExtras, KeptQuery, RecordCodec } from '../event-log/record.js';
import { RecordedPlacements } from '../event-log/recorded-placements.js';
import type { SchedulerMetricsCollector } from '../metrics/collector.js';
import { type ExecutorConnector, executorUrl } from './executor-connection.js';
import { ExecutorLink } from './executor-link.js';
import type { JobPlanner, Query } from './job-planner.js';
import { StatusHub } from './status-hub.js';
import { createTaskEncoder, type TaskEncoder } from './task-message.js';

export interface SchedulerDriverOptions {
  readonly core: SchedulerCoreOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly planner: JobPlanner;
  readonly connect: ExecutorConnector;
  readonly metrics: SchedulerMetricsCollector;
  readonly physicalCodecs: readonly PhysicalExtensionCodec[];
  readonly maxLaunchBytes: number;
  readonly nextJobId: () => JobId | Promise<JobId>;
  /** What happens is written down there, and read again by `recover`. */
  readonly durable?: Durability;
  /** Something waits for an executor: an embedder may start some. */
  readonly onWorkAvailable?: (work: { readonly jobId: JobId; readonly pendingPartitions: number }) => void;
}

/** A query as it arrives. */
export interface Submission {
  readonly operationId: OperationId;
  readonly sessionId: SessionId;
  readonly jobName: string;
  readonly config: SessionConfig;
  readonly query: Query;
  /** Whoever submits it stays to hear how it stands. @default false */
  readonly followed?: boolean;
  /** What the scheduler did not take of the settings. */
  readonly warnings: readonly string[];
}

/** What is known of a job beside how it stands. */
export interface JobDetails {
  readonly warnings: readonly string[];
  /** It is cancelled when everybody who follows it has gone away. */
  readonly followed?: true;
  readonly logicalPlan?: string;
  readonly physicalPlan?: string;
}

/** An event without its time, which the driver adds. */
export type NewEvent = SchedulerEvent extends infer E ? (E extends SchedulerEvent ? Omit<E, 'now'> : never) : never;

export interface Durability {
  readonly journal: Journal;
  readonly codec: RecordCodec;
  /** The log takes nothing more: the scheduler has stopped taking anything in. */
  readonly onFailed: (error: Error) => void;
}

interface Planning {
  readonly query: Query;
  /** The query as it is written down. */
  readonly kept?: KeptQuery;
  readonly stop: AbortController;
}

/**
 * How long those who followed a job have to come back when the scheduler was restarted. They try every other second; whoever
 * has not come by then has gone away while nobody could notice.
 */
const returnMs = 60_000;

/**
 * The world around a core: does what the core wants done and tells it what came of it. Events are taken in one at a time,
 * in the order in which they arrived; nothing polls.
 */
export class SchedulerDriver {
  readonly core: SchedulerCore;
  readonly statuses = new StatusHub();
  readonly #options: SchedulerDriverOptions;
  readonly #coreOptions: SchedulerCoreOptions;
  readonly #placements: RecordedPlacements;
  readonly #encodeTask: TaskEncoder;
  readonly #links = new Map<string, ExecutorLink>();
  readonly #departing = new Set<Promise<void>>();
  readonly #planning = new Map<JobId, Planning>();
  readonly #details = new Map<JobId, JobDetails>();
  readonly #submitting = new Map<OperationId, Promise<JobId>>();
  readonly #timers = new Set<{ cancel(): void }>();
  readonly #events: SchedulerEvent[] = [];
  #taking = false;
  /** With a log nothing is taken in before it has been read. */
  #recovered: boolean;
  #closed = false;
  #failed = false;

  constructor(options: SchedulerDriverOptions) {
    this.#options = options;
    this.#placements = new RecordedPlacements(options.core.distribution);
    this.#coreOptions =
      options.durable === undefined ? options.core : { ...options.core, distribution: this.#placements };
    this.#recovered = options.durable === undefined;
    this.core = new SchedulerCore(this.#coreOptions);
    this.#encodeTask = createTaskEncoder(options.physicalCodecs);
  }

  /** Whether what happens is taken in: not before the log has been read, and not when closing. */
  get isOpen(): boolean {
    return this.#recovered && !this.#closed;
  }

  /**
   * Reads the log and goes on where it ends. Without a log there is nothing to do.
   * @throws FailedPreconditionError when another scheduler has the log, DecodeError when it is damaged, IoError
   */
  recover(): void {
    const { durable } = this.#options;
    if (durable === undefined || this.#recovered) return;
    const { journal, codec } = durable;
    try {
      this.#recover(journal, codec);
    } catch (error) {
      void journal.close();
      throw error;
    }
  }

  #recover(journal: Journal, codec: RecordCodec): void {
    const { logger } = this.#options;
    const found = journal.recover();
    if (found !== undefined) {
      this.core.restore(found.core);
      for (const { request, graph, endedAt } of this.core.jobs()) {
        const { query, details } = found.extras.get(request.jobId) ?? {};
        this.#details.set(request.jobId, details ?? { warnings: [] });
        if (graph !== undefined || endedAt !== undefined || query === undefined) continue;
        this.#planning.set(request.jobId, {
          query: codec.decodeQuery(query),
          kept: query,
          stop: new AbortController(),
        });
      }
    }
    journal.rewrite(this.core, this.#coreOptions, this.#extras);
    this.#recovered = true;
    if (found === undefined) return;
    const jobs = this.core.jobs().length;
    const running = this.core.activeJobs().length;
    logger.info('the event log was read', {
      events: found.events,
      jobs,
      running,
      executors: found.core.executors.length,
    });
    this.dispatch({ kind: 'schedulerRestarted' });
    const timer = this.#options.clock.setTimeout(() => {
      this.#timers.delete(timer);
      for (const { request } of this.core.activeJobs()) {
        if (this.#details.get(request.jobId)?.followed === true) this.abandon(request.jobId);
      }
    }, returnMs);
    this.#timers.add(timer);
  }

  /** Takes an event in. It has been processed when this returns, unless it is caused by another one that is being processed. */
  dispatch(event: NewEvent): void {
    if (!this.isOpen) return;
    this.#events.push({ ...event, now: this.#options.clock.now() } as SchedulerEvent);
    if (this.#taking) return;
    this.#taking = true;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) this.#take(next);
    } finally {
      this.#taking = false;
    }
    if (this.#closed) return;
    this.#options.durable?.journal.rewriteIfDue(this.core, this.#coreOptions, this.#extras);
    this.#options.metrics.setPendingTasksQueueSize(this.pendingPartitions());
  }

  pendingPartitions(): number {
    return this.core.activeJobs().reduce((sum, job) => sum + (job.graph?.pendingPartitions() ?? 0), 0);
  }

  /** Starts a job, or finds the one that this operation has started already. */
  submit(submission: Submission): Promise<JobId> {
    const { operationId } = submission;
    const known = this.core.jobOfOperation(operationId);
    if (known !== undefined) return Promise.resolve(known);
    let submitting = this.#submitting.get(operationId);
    if (submitting === undefined) {
      submitting = this.#start(submission).finally(() => this.#submitting.delete(operationId));
      this.#submitting.set(operationId, submitting);
    }
    return submitting;
  }

  details(jobId: JobId): JobDetails | undefined {
    return this.#details.get(jobId);
  }

  /** Sees whether an executor can be called back. @throws UnavailableError naming the address */
  async dialBack(executor: ExecutorMetadata, timeoutMs: number): Promise<void> {
    const link = this.#link(executor);
    try {
      await link.probe(timeoutMs);
    } catch (error) {
      if (this.core.executor(executor.id)?.metadata.grpcPort !== executor.grpcPort) this.#drop(link);
      const reason = describeError(fromConnectError(error));
      throw new UnavailableError(`cannot call executor ${executor.id} back at ${executorUrl(executor)}: ${reason}`);
    }
  }

  /** Looks whether an executor is still there; it is lost if not. */
  suspect(executor: ExecutorMetadata, reason: string): void {
    this.#link(executor).suspect(reason);
  }

  /** Cancels a job that nobody waits for any more. */
  abandon(jobId: JobId): void {
    if (this.statuses.count(jobId) === 0) this.dispatch({ kind: 'jobCancelled', jobId, abandoned: true });
  }

  /** Lets orders to executors go out, for up to that long, then hangs up. Nothing happens afterwards. */
  async close(graceMs: number): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const timer of this.#timers) timer.cancel();
    for (const { stop } of this.#planning.values()) stop.abort();
    const links = [...this.#links.values()];
    let timer: { cancel(): void } | undefined;
    const late = new Promise<void>((resolve) => {
      timer = this.#options.clock.setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all([...links.map((link) => link.close()), ...this.#departing]), late]);
    timer?.cancel();
    for (const link of links) link.abort();
    this.#links.clear();
    for (const { request } of this.core.jobs()) this.statuses.drop(request.jobId);
    await this.#closeLog();
  }

  /** A log that begins with how things stand is one that any later version reads. */
  async #closeLog(): Promise<void> {
    const { durable, logger } = this.#options;
    if (durable === undefined) return;
    try {
      if (this.#recovered && !this.#failed) durable.journal.rewrite(this.core, this.#coreOptions, this.#extras);
    } catch (error) {
      logger.error('the event log could not begin anew', { error: describeError(error) });
    }
    await durable.journal.close();
  }

  /** What cannot be written down must not happen: from here on nothing does. */
  #fail(error: unknown): void {
    this.#failed = true;
    this.#closed = true;
    this.#events.length = 0;
    for (const timer of this.#timers) timer.cancel();
    this.#options.logger.error('the event log cannot be written, the scheduler stops', { error: describeError(error) });
    this.#options.durable?.onFailed(toError(error));
  }

  readonly #extras = (jobId: JobId): EventExtras => {
    const kept = this.#planning.get(jobId)?.kept;
    const details = this.#details.get(jobId);
    return { ...(kept !== undefined && { query: kept }), ...(details !== undefined && { details }) };
  };

  async #start({ operationId, sessionId, jobName, config, query, warnings, followed }: Submission): Promise<JobId> {
    const jobId = await this.#options.nextJobId();
    const kept = this.#options.durable?.codec.encodeQuery(query);
    this.#planning.set(jobId, { query, ...(kept !== undefined && { kept }), stop: new AbortController() });
    this.#details.set(jobId, { warnings, ...(followed === true && { followed }) });
    this.dispatch({ kind: 'jobQueued', job: { jobId, jobName, sessionId, operationId, config } });
    if (this.#closed) throw new UnavailableError('the scheduler is shutting down');
    return jobId;
  }

  #take(event: SchedulerEvent): void {
    let effects: readonly SchedulerEffect[];
    const write = this.#prepare(event);
    if (write === 'refused') return;
    let failure: { readonly error: unknown } | undefined;
    try {
      effects = this.core.apply(event);
    } catch (error) {
      failure = { error };
      effects = [];
    }
    try {
      write({ placements: this.#placements.take(), threw: failure !== undefined, extras: this.#extrasOf(event) });
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (failure !== undefined) {
      const { error } = failure;
      this.#bug('an event could not be processed; this is a bug', { event: event.kind }, error);
      // Whatever state the jobs concerned are in, they must not wait for ever.
      for (const jobId of event.kind === 'jobAborted' ? [] : jobsOf(event)) {
        const text = `Internal error: ${describeError(error)}`;
        this.#events.push({ kind: 'jobAborted', jobId, error: text, now: event.now });
      }
      return;
    }
    for (const effect of effects) {
      try {
        this.#perform(effect);
      } catch (error) {
        // Most likely something an embedder brought: a connector, a collector, a hook.
        this.#bug('an effect could not be performed', { effect: effect.kind }, error);
        if (effect.kind !== 'launchTasks') continue;
        const reason = `cannot launch tasks: ${describeError(error)}`;
        this.#events.push({ kind: 'executorLost', executorId: effect.executor.id, reason, now: event.now });
      }
    }
  }

  /** Makes an event ready to be written down. What cannot be is no plan that could be sent to an executor either. */
  #prepare(event: SchedulerEvent): ((outcome: Outcome) => void) | 'refused' {
    const { durable } = this.#options;
    // Of one that is not known there is nothing to remember.
    const idle = event.kind === 'executorHeartbeat' && this.core.executor(event.executorId) === undefined;
    if (durable === undefined || idle) return () => {};
    try {
      return durable.journal.prepare(event);
    } catch (error) {
      this.#bug('an event cannot be written down', { event: event.kind }, error);
      const { now } = event;
      for (const jobId of event.kind === 'jobAborted' ? [] : jobsOf(event)) {
        const text = `cannot keep the plan of job ${jobId}: ${describeError(error)}`;
        this.#events.push({ kind: 'jobAborted', jobId, error: text, now });
      }
      return 'refused';
    }
  }

  #extrasOf(event: SchedulerEvent): EventExtras {
    if (this.#options.durable === undefined) return {};
    switch (event.kind) {
      case 'jobQueued':
        return this.#extras(event.job.jobId);
      case 'jobPlanned':
      case 'jobPlanningFailed': {
        const { details } = this.#extras(event.jobId);
        return details === undefined ? {} : { details };
      }
      default:
        return {};
    }
  }

  #bug(message: string, fields: LogFields, error: unknown): void {
    this.#options.logger.error(message, { ...fields, error: error instanceof Error ? error.stack : error });
  }

  #perform(effect: SchedulerEffect): void {
    switch (effect.kind) {
      case 'planJob':
        void this.#plan(effect.job);
        return;
      case 'launchTasks':
        this.#link(effect.executor).launch(effect.tasks);
        return;
      case 'cancelTasks':
        this.#link(effect.executor).cancel(effect.jobId, effect.tasks);
        return;
      case 'removeJobData':
        this.#link(effect.executor).removeJobData(effect.jobId, effect.stageIds);
        return;
      case 'stopExecutor':
        this.#link(effect.executor).stop(effect.reason);
        return;
      case 'probeExecutor':
        this.suspect(effect.executor, effect.reason);
        return;
      case 'executorGone': {
        const link = this.#links.get(linkKey(effect.executor));
        if (link !== undefined) this.#drop(link);
        return;
      }
      case 'jobStatus':
        this.#changed(effect.status);
        return;
      case 'jobDropped':
        this.#details.delete(effect.jobId);
        this.statuses.drop(effect.jobId);
        return;
      case 'setTimer': {
        const timer = this.#options.clock.setTimeout(() => {
          this.#timers.delete(timer);
          this.dispatch({ kind: 'timer', timer: effect.timer });
        }, effect.delayMs);
        this.#timers.add(timer);
        return;
      }
      case 'workAvailable':
        this.#options.onWorkAvailable?.({ jobId: effect.jobId, pendingPartitions: effect.pendingPartitions });
        return;
      case 'metric':
        this.#record(effect.metric);
        return;
      case 'log':
        this.#options.logger[effect.level](effect.message, effect.fields);
    }
  }

  async #plan({ jobId, config }: JobRequest): Promise<void> {
    const planning = this.#planning.get(jobId);
    if (planning === undefined) return;
    const { query, stop } = planning;
    try {
      const { stages, ...texts } = await this.#options.planner.plan({ jobId, query, config, signal: stop.signal });
      const details = this.#details.get(jobId);
      if (details !== undefined) this.#details.set(jobId, { ...details, ...texts });
      this.dispatch({ kind: 'jobPlanned', jobId, stages });
    } catch (error) {
      this.dispatch({
        kind: 'jobPlanningFailed',
        jobId,
        error: `Error planning job ${jobId}: ${describeError(error)}`,
      });
    } finally {
      this.#planning.delete(jobId);
    }
  }

  #changed(status: JobStatus): void {
    const { kind } = status.status;
    // A job that was cancelled while it is planned need not be planned to the end.
    if (kind === 'failed') this.#planning.get(status.jobId)?.stop.abort();
    this.statuses.publish(status);
  }

  #record(metric: JobMetric): void {
    const { metrics } = this.#options;
    const { jobId, queuedAt } = metric;
    switch (metric.kind) {
      case 'submitted':
        metrics.recordSubmitted(jobId, queuedAt, metric.submittedAt);
        return;
      case 'completed':
        metrics.recordCompleted(jobId, queuedAt, metric.endedAt);
        return;
      case 'failed':
        metrics.recordFailed(jobId, queuedAt, metric.endedAt);
        return;
      case 'cancelled':
        metrics.recordCancelled(jobId);
    }
  }

  #link(executor: ExecutorMetadata): ExecutorLink {
    const key = linkKey(executor);
    let link = this.#links.get(key);
    if (link === undefined) {
      const { clock, logger, connect, core, maxLaunchBytes } = this.#options;
      link = new ExecutorLink({
        executor,
        schedulerId: core.schedulerId,
        connection: connect(executor),
        clock,
        logger,
        encodeTask: this.#encodeTask,
        maxLaunchBytes,
        onLost: (reason) => this.#lost(executor, reason),
        onRejected: (jobId, error) => this.dispatch({ kind: 'jobAborted', jobId, error }),
      });
      this.#links.set(key, link);
    }
    return link;
  }

  #lost(executor: ExecutorMetadata, reason: string): void {
    // What was said of another process under this id is no news of this one.
    const known = this.core.executor(executor.id)?.metadata;
    if (known === undefined || linkKey(known) !== linkKey(executor)) return;
    this.dispatch({ kind: 'executorLost', executorId: executor.id, reason });
  }

  #drop(link: ExecutorLink): void {
    this.#links.delete(linkKey(link.executor));
    const departing = link.close().finally(() => this.#departing.delete(departing));
    this.#departing.add(departing);
  }
}

const linkKey = ({ id, host, port, grpcPort }: ExecutorMetadata): string => JSON.stringify([id, host, port, grpcPort]);

/** The jobs that an event is about. */
function jobsOf(event: SchedulerEvent): JobId[] {
  if ('jobId' in event) return [event.jobId];
  if (event.kind === 'taskStatuses') return [...new Set(event.statuses.map((status) => status.jobId))];
  return event.kind === 'timer' && 'jobId' in event.timer ? [event.timer.jobId] : [];
}
