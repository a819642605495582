import {
  DecodeError,
  describeError,
  type ExecutorId,
  type FunctionCatalog,
  type LogicalExtensionCodec,
  type PhysicalExtensionCodec,
  type SessionConfig,
} from '@ballista-ts/core';
import { TaskStatusSchema } from '@ballista-ts/core/proto/ballista';
import {
  decodeLogicalPlan,
  decodePhysicalPlan,
  encodeLogicalPlan,
  encodePhysicalPlan,
  taskStatusFromProto,
  taskStatusToProto,
} from '@ballista-ts/core/serde';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { CoreSnapshot, JobSnapshot } from '../core/core-snapshot.js';
import type { JobRequest, SchedulerEvent } from '../core/events.js';
import type { defaultCoreOptions } from '../core/options.js';
import type { Query } from '../driver/job-planner.js';
import type { JobDetails } from '../driver/scheduler-driver.js';
import type { GraphSnapshot, StageSnapshot } from '../graph/graph-snapshot.js';
import { fromPlainJson, toPlainJson } from './plain-json.js';

/** A query as it is kept until it has been planned. */
export interface KeptQuery {
  readonly kind: Query['kind'];
  readonly bytes: Uint8Array;
}

/** What goes with an event beside it. */
export interface EventExtras {
  readonly query?: KeptQuery;
  readonly details?: JobDetails;
}

/** One entry of the log. `start`, and the jobs and stages that follow it, say how things stood when the log began anew. */
export type LogRecord =
  | ({
      readonly type: 'start';
      readonly product: string;
      /** What the events that follow were judged by; `schedulerId` as well. */
      readonly options: { readonly [K in keyof typeof defaultCoreOptions]: number } & { readonly schedulerId: string };
    } & Omit<CoreSnapshot, 'jobs'>)
  | ({
      readonly type: 'job';
      readonly job: Omit<JobSnapshot, 'graph'>;
      readonly graph?: Omit<GraphSnapshot, 'stages'>;
    } & EventExtras)
  /** Of the last job. */
  | { readonly type: 'stage'; readonly stage: StageSnapshot }
  | ({
      readonly type: 'event';
      readonly event: SchedulerEvent;
      readonly placements: readonly (ExecutorId | null)[];
      /** The core failed on it, and will again. */
      readonly threw?: true;
    } & EventExtras);

export type EventRecord = Extract<LogRecord, { type: 'event' }>;

export interface RecordCodecOptions {
  readonly functions: FunctionCatalog;
  readonly logicalCodecs: readonly LogicalExtensionCodec[];
  readonly physicalCodecs: readonly PhysicalExtensionCodec[];
  /** Settings that those of a job were put on top of. */
  readonly sessionConfig: () => SessionConfig;
}

/** Plans and task statuses travel as the messages that they are on the wire, settings as pairs, the rest as JSON. */
export function createRecordCodec(options: RecordCodecOptions) {
  const { functions, logicalCodecs, physicalCodecs, sessionConfig } = options;

  const withPlan = <T extends { readonly plan: StageSnapshot['plan'] }>(stage: T) => ({
    ...stage,
    plan: encodePhysicalPlan(stage.plan, { physicalCodecs }),
  });
  const planBack = <T extends { readonly plan: unknown }>(stage: T) => ({
    ...stage,
    plan: decodePhysicalPlan(stage.plan as Uint8Array, { functions, physicalCodecs }),
  });
  const withConfig = <T extends Pick<JobRequest, 'config'>>(request: T) => ({
    ...request,
    config: request.config.toWirePairs(),
  });
  const configBack = <T extends { readonly config: unknown }>(request: T) => {
    const pairs = request.config as ReturnType<SessionConfig['toWirePairs']>;
    // Checked when it was submitted.
    return { ...request, config: sessionConfig().applyWirePairs(pairs, { trusted: true }).config };
  };

  const eventToPlain = (event: SchedulerEvent): unknown => {
    switch (event.kind) {
      case 'jobQueued':
        return { ...event, job: withConfig(event.job) };
      case 'jobPlanned':
        return { ...event, stages: event.stages.map(withPlan) };
      case 'taskStatuses':
        return { ...event, statuses: event.statuses.map((one) => toBinary(TaskStatusSchema, taskStatusToProto(one))) };
      default:
        return event;
    }
  };
  const eventBack = (event: SchedulerEvent): SchedulerEvent => {
    switch (event.kind) {
      case 'jobQueued':
        return { ...event, job: configBack(event.job) };
      case 'jobPlanned':
        return { ...event, stages: event.stages.map(planBack) };
      case 'taskStatuses': {
        const messages = event.statuses as unknown as readonly Uint8Array[];
        return { ...event, statuses: messages.map((one) => taskStatusFromProto(fromBinary(TaskStatusSchema, one))) };
      }
      default:
        return event;
    }
  };
  const toPlain = (record: LogRecord): unknown => {
    switch (record.type) {
      case 'event':
        return { ...record, event: eventToPlain(record.event) };
      case 'job':
        return { ...record, job: { ...record.job, request: withConfig(record.job.request) } };
      case 'stage':
        return { ...record, stage: withPlan(record.stage) };
      case 'start':
        return record;
    }
  };
  const back = (record: LogRecord): LogRecord => {
    switch (record.type) {
      case 'event':
        return { ...record, event: eventBack(record.event) };
      case 'job':
        return { ...record, job: { ...record.job, request: configBack(record.job.request) } };
      case 'stage':
        return { ...record, stage: planBack(record.stage) };
      case 'start':
        return record;
      default:
        throw new DecodeError('it is of no kind that is known');
    }
  };

  return {
    /** @throws NotYetSupportedError for a plan with a node that no codec can carry */
    encode: (record: LogRecord): Uint8Array => Buffer.from(JSON.stringify(toPlainJson(toPlain(record)))),

    /**
     * An event that is about to happen. Answers how to finish its record once it is known what came of it.
     * @throws NotYetSupportedError as `encode`
     */
    encodeEvent(event: SchedulerEvent): (rest: Omit<EventRecord, 'type' | 'event'>) => Uint8Array {
      const plain = toPlainJson(eventToPlain(event));
      return (rest) =>
        Buffer.from(JSON.stringify({ type: 'event', event: plain, ...(toPlainJson(rest) as Record<string, unknown>) }));
    },

    /** @param index which one it is, for the error */
    decode(bytes: Uint8Array, index: number): LogRecord {
      try {
        return back(fromPlainJson(JSON.parse(Buffer.from(bytes).toString())) as LogRecord);
      } catch (cause) {
        throw new DecodeError(`record ${index} of the event log cannot be read: ${describeError(cause)}`, { cause });
      }
    },

    encodeQuery: (query: Query): KeptQuery =>
      query.kind === 'logical'
        ? { kind: 'logical', bytes: encodeLogicalPlan(query.plan, { logicalCodecs }) }
        : { kind: 'physical', bytes: encodePhysicalPlan(query.plan, { physicalCodecs }) },

    decodeQuery: ({ kind, bytes }: KeptQuery): Query =>
      kind === 'logical'
        ? { kind, plan: decodeLogicalPlan(bytes, { functions, logicalCodecs, physicalCodecs }) }
        : { kind, plan: decodePhysicalPlan(bytes, { functions, logicalCodecs, physicalCodecs }) },
  };
}

export type RecordCodec = ReturnType<typeof createRecordCodec>;
