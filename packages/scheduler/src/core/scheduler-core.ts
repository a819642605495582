import { type ExecutorId, InternalError, type JobId, type JobStatus, type OperationId } from '@ballista-ts/core';
import type { GraphEffect } from '../graph/effects.js';
import { ExecutionGraph, type GraphEvent } from '../graph/execution-graph.js';
import type { CoreSnapshot } from './core-snapshot.js';
import type { SchedulerEffect } from './effects.js';
import type { JobRequest, SchedulerEvent, Timer } from './events.js';
import { ExecutorPool, type ExecutorRecord } from './executor-pool.js';
import { type Job, jobStatus } from './job.js';
import { offerTasks } from './offer.js';
import type { SchedulerCoreOptions } from './options.js';
import { resumeJobs } from './restart.js';

type Event<K extends SchedulerEvent['kind']> = Extract<SchedulerEvent, { kind: K }>;

/**
 * The scheduler without a world: jobs, executors and the rules between them. Events go in, effects come out. It has no
 * clock, no randomness and does no I/O, so a driver, a simulation and a replay of the log all run the same code.
 */
export class SchedulerCore {
  readonly #jobs = new Map<JobId, Job>();
  /** Those that have not ended, in order of submission. */
  readonly #active = new Map<JobId, Job>();
  readonly #operations = new Map<OperationId, JobId>();
  readonly #executors = new ExecutorPool();
  readonly #options: SchedulerCoreOptions;
  #expiryRunning = false;
  /** When the last executor went; undefined while there are some. */
  #emptySince: number | undefined;
  /** Whether work or vcores may have become available since tasks were last offered. */
  #offer = false;

  constructor(options: SchedulerCoreOptions) {
    this.#options = options;
  }

  /** The job of an earlier submission with the same operation id. */
  jobOfOperation(operationId: OperationId): JobId | undefined {
    return this.#operations.get(operationId);
  }
  job(jobId: JobId): Job | undefined {
    return this.#jobs.get(jobId);
  }
  /** Every job that is not forgotten yet, in order of submission. */
  jobs(): Job[] {
    return [...this.#jobs.values()];
  }
  activeJobs(): Job[] {
    return [...this.#active.values()];
  }
  status(jobId: JobId): JobStatus | undefined {
    const job = this.#jobs.get(jobId);
    return job === undefined ? undefined : jobStatus(job, this.#options.schedulerId);
  }
  executors(): ExecutorRecord[] {
    return this.#executors.all();
  }
  executor(id: ExecutorId): ExecutorRecord | undefined {
    return this.#executors.get(id);
  }
  aliveExecutors(): number {
    return this.#executors.alive();
  }
  totalVcores(): number {
    return this.#executors.totalVcores();
  }

  /** All that the scheduler knows, to be written down. */
  snapshot(): CoreSnapshot {
    return {
      jobs: this.jobs().map(({ graph, ...job }) => ({
        ...job,
        holdsOperation: this.#operations.get(job.request.operationId) === job.request.jobId,
        ...(graph !== undefined && { graph: graph.snapshot() }),
      })),
      executors: this.#executors.all().map((record) => ({ ...record })),
      expiryRunning: this.#expiryRunning,
      ...(this.#emptySince !== undefined && { emptySince: this.#emptySince }),
    };
  }

  /**
   * Makes a core that nothing has happened to know what another one knew. Nothing goes on before `schedulerRestarted`.
   * @throws InternalError when something has happened already
   */
  restore({ jobs, executors, expiryRunning, emptySince }: CoreSnapshot): void {
    if (this.#jobs.size > 0 || this.#executors.size > 0) throw new InternalError('the scheduler has begun already');
    for (const record of executors) this.#executors.restore({ ...record });
    for (const { holdsOperation, graph, ...rest } of jobs) {
      const { jobId, operationId } = rest.request;
      const job: Job = {
        ...rest,
        ...(graph !== undefined && { graph: new ExecutionGraph(jobId, graph, this.#options) }),
      };
      this.#jobs.set(jobId, job);
      if (job.endedAt === undefined) this.#active.set(jobId, job);
      if (holdsOperation) this.#operations.set(operationId, jobId);
    }
    this.#expiryRunning = expiryRunning;
    this.#emptySince = emptySince;
  }

  /** The one way in for everything that happens. */
  apply(event: SchedulerEvent): SchedulerEffect[] {
    const effects = this.#handle(event);
    if (this.#offer) {
      this.#offer = false;
      effects.push(...offerTasks(this.#active.values(), this.#executors, this.#options.distribution, event.now));
    }
    return effects;
  }

  #handle(event: SchedulerEvent): SchedulerEffect[] {
    switch (event.kind) {
      case 'jobQueued':
        return this.#queue(event.job, event.now);
      case 'jobPlanned':
        return this.#planned(event);
      case 'jobPlanningFailed': {
        const job = this.#active.get(event.jobId);
        return job === undefined ? [] : this.#end(job, event.now, event.error, 'failed');
      }
      case 'jobCancelled': {
        const job = this.#active.get(event.jobId);
        if (job === undefined) return [];
        job.cancelled = true;
        // Whoever asked for it is gone; if it was cut off and asks again, that is a new job.
        if (event.abandoned === true) this.#operations.delete(job.request.operationId);
        return this.#abort(job, 'Cancelled', event.now);
      }
      case 'jobAborted': {
        const job = this.#active.get(event.jobId);
        return job === undefined ? [] : this.#abort(job, event.error, event.now);
      }
      case 'jobRead': {
        const job = this.#jobs.get(event.jobId);
        if (job !== undefined) job.lastReadAt = event.now;
        return [];
      }
      case 'jobDataCleaned':
        return this.#removeData(event.jobId, event.stageIds);
      case 'executorRegistered':
        return this.#register(event);
      case 'executorHeartbeat':
        return this.#heartbeat(event);
      case 'executorLost':
        return this.#loseExecutor(event.executorId, event.reason, event.now);
      case 'taskStatuses':
        return this.#statuses(event);
      case 'timer':
        return this.#timer(event.timer, event.now);
      case 'schedulerRestarted':
        return this.#restarted(event.now);
    }
  }

  #queue(request: JobRequest, now: number): SchedulerEffect[] {
    const { jobId, operationId } = request;
    if (this.#jobs.has(jobId) || this.#operations.has(operationId)) {
      return [log('warn', 'a submission that is known already is ignored', { jobId, operationId })];
    }
    const job: Job = { request, queuedAt: now, cancelled: false };
    this.#jobs.set(jobId, job);
    this.#active.set(jobId, job);
    this.#operations.set(operationId, jobId);
    return [this.#notify(job), { kind: 'planJob', job: request }];
  }

  #planned({ jobId, stages, now }: Event<'jobPlanned'>): SchedulerEffect[] {
    const job = this.#active.get(jobId);
    // Cancelled while it was being planned: the plan is dropped.
    if (job === undefined) return [];
    job.graph = new ExecutionGraph(jobId, stages, this.#options);
    job.startedAt = now;
    this.#offer = true;
    const effects: SchedulerEffect[] = [
      { kind: 'metric', metric: { kind: 'submitted', jobId, queuedAt: job.queuedAt, submittedAt: now } },
      this.#notify(job),
      { kind: 'workAvailable', jobId, pendingPartitions: job.graph.pendingPartitions() },
    ];
    if (this.#executors.size === 0) effects.push(log('info', 'the job waits: no executor is registered', { jobId }));
    return effects;
  }

  #register({ registration, fresh, now }: Event<'executorRegistered'>): SchedulerEffect[] {
    const { id: executorId, host, port, grpcPort, vcores } = registration;
    const before = this.#executors.get(executorId)?.metadata;
    const moved =
      before !== undefined && (before.host !== host || before.port !== port || before.grpcPort !== grpcPort);
    const effects: SchedulerEffect[] = [];
    // The same id at another address is another process: what the old one had is gone. At the same address only what it
    // was running is.
    if (moved) effects.push(...this.#loseExecutor(executorId, 'it registered again from another address', now));
    else if (before !== undefined && fresh) {
      effects.push(...this.#applyToAll({ kind: 'executorRestarted', executorId, now }));
    }
    this.#executors.register(registration, now);
    this.#emptySince = undefined;
    this.#offer = true;
    effects.push(log('info', 'executor registered', { executorId, host, port, grpcPort, vcores }));
    if (!this.#expiryRunning) {
      this.#expiryRunning = true;
      effects.push(timer({ kind: 'expireExecutors' }, this.#options.expireDeadExecutorIntervalMs));
    }
    return effects;
  }

  #heartbeat({ executorId, state, metrics, now }: Event<'executorHeartbeat'>): SchedulerEffect[] {
    const record = this.#executors.get(executorId);
    if (record === undefined) return [];
    record.lastSeen = now;
    record.metrics = metrics;
    // There is no way back from terminating: it gets no new tasks and keeps reporting the old ones.
    if (state !== 'terminating' || record.state === 'terminating') return [];
    this.#executors.terminate(record, now);
    return [log('info', 'executor is terminating', { executorId })];
  }

  #statuses({ executorId, statuses, now }: Event<'taskStatuses'>): SchedulerEffect[] {
    const record = this.#executors.get(executorId);
    if (record === undefined) {
      return [log('warn', 'task statuses of an executor that is not registered are refused', { executorId })];
    }
    record.lastSeen = now;
    this.#offer = true;
    const effects: SchedulerEffect[] = [];
    for (const [jobId, own] of groupByJob(statuses)) {
      const job = this.#jobs.get(jobId);
      if (job?.graph === undefined) {
        effects.push(log('warn', 'task statuses of an unknown job are ignored', { jobId, executorId }));
        continue;
      }
      effects.push(...this.#apply(job, job.graph, { kind: 'taskStatuses', executorId, statuses: own, now }));
    }
    return effects;
  }

  #loseExecutor(executorId: ExecutorId, reason: string, now: number): SchedulerEffect[] {
    const gone = this.#executors.remove(executorId);
    if (gone === undefined) return [];
    const effects: SchedulerEffect[] = [
      log('warn', 'executor lost', { executorId, reason }),
      { kind: 'executorGone', executor: gone.metadata },
      ...this.#applyToAll({ kind: 'executorLost', executorId, now }),
    ];
    this.#offer = true;
    if (this.#executors.size === 0) {
      this.#emptySince = now;
      effects.push(timer({ kind: 'noExecutors', since: now }, this.#options.noExecutorsGraceMs));
    }
    return effects;
  }

  #restarted(now: number): SchedulerEffect[] {
    const effects = resumeJobs(this.#jobs.values(), this.#executors, this.#options, now);
    if (this.#expiryRunning) {
      effects.push(timer({ kind: 'expireExecutors' }, this.#options.expireDeadExecutorIntervalMs));
    }
    // Executors could not come back while nobody was there to register with.
    if (this.#emptySince !== undefined) {
      this.#emptySince = now;
      effects.push(timer({ kind: 'noExecutors', since: now }, this.#options.noExecutorsGraceMs));
    }
    this.#offer = true;
    return effects;
  }

  #applyToAll(event: GraphEvent): SchedulerEffect[] {
    return this.activeJobs().flatMap((job) => (job.graph === undefined ? [] : this.#apply(job, job.graph, event)));
  }

  #apply(job: Job, graph: ExecutionGraph, event: GraphEvent): SchedulerEffect[] {
    return graph.apply(event).flatMap((effect) => this.#translate(job, effect, event.now));
  }

  #translate(job: Job, effect: GraphEffect, now: number): SchedulerEffect[] {
    const { jobId } = job.request;
    switch (effect.kind) {
      case 'stageRunnable':
        this.#offer = true;
        return [{ kind: 'workAvailable', jobId, pendingPartitions: job.graph?.pendingPartitions() ?? 0 }];
      case 'cancelTasks': {
        const executor = this.#executors.get(effect.executorId)?.metadata;
        return executor === undefined ? [] : [{ kind: 'cancelTasks', executor, jobId, tasks: effect.tasks }];
      }
      case 'vcoresFreed':
        this.#executors.free(effect.executorId, effect.vcores);
        this.#offer = true;
        return [];
      case 'executorSuspected': {
        const executor = this.#executors.get(effect.executorId)?.metadata;
        return executor === undefined ? [] : [{ kind: 'probeExecutor', executor, reason: effect.reason }];
      }
      case 'jobSucceeded':
        return this.#end(job, now, undefined, 'completed');
      case 'jobFailed':
        return this.#end(job, now, effect.error, job.cancelled ? 'cancelled' : 'failed');
      case 'ignored':
        return [log('debug', 'ignored', { jobId, reason: effect.reason })];
    }
  }

  /** Ends a job for a reason that is not one of its stages, whether it has been planned or not. */
  #abort(job: Job, error: string, now: number): SchedulerEffect[] {
    return job.graph === undefined
      ? this.#end(job, now, error, job.cancelled ? 'cancelled' : 'failed')
      : this.#apply(job, job.graph, { kind: 'aborted', error, now });
  }

  #end(job: Job, now: number, error: string | undefined, how: 'completed' | 'failed' | 'cancelled'): SchedulerEffect[] {
    const { jobId } = job.request;
    job.endedAt = now;
    if (error !== undefined) job.error = error;
    this.#active.delete(jobId);
    const { finishedJobDataCleanUpMs, finishedJobStateCleanUpMs } = this.#options;
    const effects: SchedulerEffect[] = [
      this.#notify(job),
      { kind: 'metric', metric: { kind: how, jobId, queuedAt: job.queuedAt, endedAt: now } },
    ];
    if (how === 'completed' && job.graph !== undefined) {
      // Only the result is read from now on.
      const { stages, finalStageId } = job.graph;
      const intermediate = stages.map((stage) => stage.stageId).filter((id) => id !== finalStageId);
      if (intermediate.length > 0) effects.push(...this.#removeData(jobId, intermediate));
      if (finishedJobDataCleanUpMs > 0) effects.push(timer({ kind: 'cleanJobData', jobId }, finishedJobDataCleanUpMs));
    } else if (job.graph !== undefined) {
      effects.push(...this.#removeData(jobId, []));
    }
    if (finishedJobStateCleanUpMs > 0) effects.push(timer({ kind: 'dropJob', jobId }, finishedJobStateCleanUpMs));
    return effects;
  }

  #removeData(jobId: JobId, stageIds: readonly number[]): SchedulerEffect[] {
    return this.#executors
      .all()
      .map(({ metadata }) => ({ kind: 'removeJobData', executor: metadata, jobId, stageIds }));
  }

  #timer(fired: Timer, now: number): SchedulerEffect[] {
    switch (fired.kind) {
      case 'cleanJobData':
        return this.#cleanJobData(fired, now);
      case 'dropJob': {
        const job = this.#jobs.get(fired.jobId);
        if (job === undefined) return [];
        const { operationId } = job.request;
        this.#jobs.delete(fired.jobId);
        if (this.#operations.get(operationId) === fired.jobId) this.#operations.delete(operationId);
        return [{ kind: 'jobDropped', jobId: fired.jobId }];
      }
      case 'expireExecutors':
        return this.#expire(now);
      case 'noExecutors': {
        // Somebody registered in the meantime, and perhaps went again: then a later timer counts.
        if (this.#emptySince !== fired.since) return [];
        const seconds = Math.round(this.#options.noExecutorsGraceMs / 1000);
        const error = `all executors were lost and no executor re-registered within ${seconds}s; no executors remain to run the tasks for this job`;
        return this.activeJobs()
          .filter((job) => job.startedAt !== undefined && job.startedAt <= fired.since)
          .flatMap((job) => this.#abort(job, error, now));
      }
    }
  }

  #cleanJobData(fired: Extract<Timer, { kind: 'cleanJobData' }>, now: number): SchedulerEffect[] {
    const job = this.#jobs.get(fired.jobId);
    if (job === undefined) return [];
    const untouched = now - Math.max(job.lastReadAt ?? 0, job.endedAt ?? 0);
    const remaining = this.#options.finishedJobDataCleanUpMs - untouched;
    if (remaining > 0) return [timer(fired, remaining)];
    job.dataRemoved = true;
    return this.#removeData(fired.jobId, []);
  }

  #expire(now: number): SchedulerEffect[] {
    const effects: SchedulerEffect[] = [];
    for (const { metadata, lastSeen, terminatingSince } of this.#executors.all()) {
      const silentMs = now - lastSeen;
      const terminatingMs = terminatingSince === undefined ? 0 : now - terminatingSince;
      const silent = silentMs > this.#options.executorTimeoutMs;
      if (!silent && terminatingMs <= this.#options.executorTerminationGraceMs) continue;
      const reason = silent ? `no heartbeat for ${silentMs} ms` : `it has been terminating for ${terminatingMs} ms`;
      effects.push({ kind: 'stopExecutor', executor: metadata, reason });
      effects.push(...this.#loseExecutor(metadata.id, reason, now));
    }
    this.#expiryRunning = this.#executors.size > 0;
    if (this.#expiryRunning) {
      effects.push(timer({ kind: 'expireExecutors' }, this.#options.expireDeadExecutorIntervalMs));
    }
    return effects;
  }

  #notify(job: Job): SchedulerEffect {
    return { kind: 'jobStatus', status: jobStatus(job, this.#options.schedulerId) };
  }
}

function groupByJob<T extends { readonly jobId: JobId }>(items: readonly T[]): Map<JobId, T[]> {
  const groups = new Map<JobId, T[]>();
  for (const item of items) {
    const group = groups.get(item.jobId);
    if (group === undefined) groups.set(item.jobId, [item]);
    else group.push(item);
  }
  return groups;
}

const timer = (what: Timer, delayMs: number): SchedulerEffect => ({ kind: 'setTimer', timer: what, delayMs });
const log = (
  level: 'debug' | 'info' | 'warn',
  message: string,
  fields: Readonly<Record<string, unknown>>,
): SchedulerEffect => ({ kind: 'log', level, message, fields });
