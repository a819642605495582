import {
  BALLISTA_VERSION,
  DecodeError,
  describeError,
  type ExecutorId,
  type JobId,
  type Logger,
  schedulerId,
} from '@ballista-ts/core';
import type { CoreSnapshot, JobSnapshot } from '../core/core-snapshot.js';
import { biasDistribution } from '../core/distribution.js';
import type { SchedulerEvent } from '../core/events.js';
import { defaultCoreOptions, type SchedulerCoreOptions } from '../core/options.js';
import { SchedulerCore } from '../core/scheduler-core.js';
import type { StageSnapshot } from '../graph/graph-snapshot.js';
import type { EventLog } from './event-log.js';
import type { EventExtras, EventRecord, LogRecord, RecordCodec } from './record.js';
import { RecordedPlacements } from './recorded-placements.js';

export interface JournalOptions {
  readonly log: EventLog;
  readonly codec: RecordCodec;
  readonly logger: Logger;
  /** Bytes of events after which the log begins anew, or more, when what the scheduler knows is larger. @default 64 MiB */
  readonly rewriteAfterBytes?: number;
}

/** What is known of jobs beside the core: what goes with them in the log. */
export type ExtrasOf = (jobId: JobId) => EventExtras;

/** What a scheduler knew when it was last heard of. */
export interface Recovered {
  readonly core: CoreSnapshot;
  readonly extras: ReadonlyMap<JobId, EventExtras>;
  readonly events: number;
}

type StartRecord = Extract<LogRecord, { type: 'start' }>;

/**
 * What a scheduler writes into its log, and how it reads it again: how things stood when the log began, and every event
 * since. Reading sends the events through the same core, under the options that they happened under.
 */
export class Journal {
  readonly #options: JournalOptions;
  #rewriteAt = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Reads the log; undefined when it is empty. @throws DecodeError when it is damaged, or this version does not follow it */
  recover(): Recovered | undefined {
    const { log, codec } = this.#options;
    let index = 0;
    let start: StartRecord | undefined;
    const jobs: JobSnapshot[] = [];
    const extras = new Map<JobId, EventExtras>();
    let run: Replay | undefined;
    for (const bytes of log.replay()) {
      const record = codec.decode(bytes, index);
      if ((record.type === 'start') !== (index === 0)) {
        throw new DecodeError(`record ${index} of the event log is a ${record.type}: it does not belong there`);
      }
      if (record.type === 'start') start = record;
      else if (record.type === 'job') {
        jobs.push({ ...record.job, ...(record.graph !== undefined && { graph: { ...record.graph, stages: [] } }) });
        extras.set(record.job.request.jobId, pick(record));
      } else if (record.type === 'stage') addStage(jobs, record.stage, index);
      else {
        run ??= new Replay(start!, jobs);
        run.apply(record, index);
        remember(extras, record);
      }
      index += 1;
    }
    if (start === undefined) return undefined;
    run ??= new Replay(start, jobs);
    return { core: run.core.snapshot(), extras, events: run.events };
  }

  /** Begins the log anew with what the scheduler knows now. */
  rewrite(core: SchedulerCore, options: SchedulerCoreOptions, extrasOf: ExtrasOf): void {
    const { log, rewriteAfterBytes = 64 * 1024 * 1024 } = this.#options;
    log.rewrite(this.#standing(core.snapshot(), options, extrasOf));
    this.#rewriteAt = Math.max(rewriteAfterBytes, 2 * log.size.rewritten);
  }

  /** As `rewrite`, when the log has grown far. One that cannot be made smaller goes on to grow. */
  rewriteIfDue(core: SchedulerCore, options: SchedulerCoreOptions, extrasOf: ExtrasOf): void {
    if (this.#options.log.size.appended < this.#rewriteAt) return;
    try {
      this.rewrite(core, options, extrasOf);
    } catch (error) {
      this.#options.logger.error('the event log could not begin anew and goes on to grow', {
        error: describeError(error),
      });
      this.#rewriteAt = this.#options.log.size.appended * 2;
    }
  }

  /** An event that is about to happen, made ready. Answers how to write it down once it has. @throws when it cannot be written */
  prepare(event: SchedulerEvent): (outcome: Outcome) => void {
    const { log, codec } = this.#options;
    const finish = codec.encodeEvent(event);
    return ({ placements, threw, extras }) => log.append([finish({ placements, ...(threw && { threw }), ...extras })]);
  }

  close(): Promise<void> {
    return this.#options.log.close();
  }

  *#standing(
    { jobs, ...rest }: CoreSnapshot,
    options: SchedulerCoreOptions,
    extrasOf: ExtrasOf,
  ): Generator<Uint8Array> {
    const { encode } = this.#options.codec;
    yield encode({ type: 'start', product: BALLISTA_VERSION, options: plainOptions(options), ...rest });
    for (const { graph, ...job } of jobs) {
      yield encode({
        type: 'job',
        job,
        ...(graph !== undefined && {
          graph: { failedAttempts: graph.failedAttempts, ...(graph.ended !== undefined && { ended: graph.ended }) },
        }),
        ...extrasOf(job.request.jobId),
      });
      for (const stage of graph?.stages ?? []) yield encode({ type: 'stage', stage });
    }
  }
}

/** What came of an event: who got tasks, in order, and whether the core failed on it. */
export interface Outcome {
  readonly placements: readonly (ExecutorId | null)[];
  readonly threw: boolean;
  readonly extras: EventExtras;
}

/** A core that goes once more through what has happened. */
class Replay {
  readonly core: SchedulerCore;
  readonly #placements: RecordedPlacements;
  readonly #product: string;
  events = 0;

  constructor({ type: _type, product, options, ...standing }: StartRecord, jobs: readonly JobSnapshot[]) {
    this.#product = product;
    this.#placements = new RecordedPlacements(biasDistribution());
    this.core = new SchedulerCore({
      ...defaultCoreOptions,
      ...options,
      schedulerId: schedulerId(options.schedulerId),
      distribution: this.#placements,
    });
    this.core.restore({ ...standing, jobs });
  }

  apply({ event, placements, threw }: EventRecord, index: number): void {
    this.events += 1;
    try {
      this.#placements.replaying(placements, () => this.core.apply(event));
    } catch (cause) {
      if (threw) return;
      throw new DecodeError(
        `record ${index} of the event log (${event.kind}) cannot have happened: ${describeError(cause)}. The log was written by version ${this.#product}, this is ${BALLISTA_VERSION}: a scheduler that is stopped in order leaves a log that any later version reads. Start the old version and stop it, or move the data directory away`,
        { cause },
      );
    }
  }
}

const plainOptions = (options: SchedulerCoreOptions): StartRecord['options'] => ({
  ...(Object.fromEntries(
    Object.keys(defaultCoreOptions).map((key) => [key, options[key as keyof typeof defaultCoreOptions]]),
  ) as { [K in keyof typeof defaultCoreOptions]: number }),
  schedulerId: options.schedulerId,
});

function addStage(jobs: JobSnapshot[], stage: StageSnapshot, index: number): void {
  const job = jobs.at(-1);
  if (job?.graph === undefined) throw new DecodeError(`record ${index} of the event log is a stage of no job`);
  jobs[jobs.length - 1] = { ...job, graph: { ...job.graph, stages: [...job.graph.stages, stage] } };
}

const pick = ({ query, details }: EventExtras): EventExtras => ({
  ...(query !== undefined && { query }),
  ...(details !== undefined && { details }),
});

/** What goes with a job grows with its events: first the query, then the texts of its plan in place of the query. */
function remember(extras: Map<JobId, EventExtras>, { event, ...record }: EventRecord): void {
  switch (event.kind) {
    case 'jobQueued':
      extras.set(event.job.jobId, pick(record));
      return;
    case 'jobPlanned':
    case 'jobPlanningFailed':
      extras.set(event.jobId, pick(record));
      return;
    case 'timer':
      if (event.timer.kind === 'dropJob') extras.delete(event.timer.jobId);
  }
}
