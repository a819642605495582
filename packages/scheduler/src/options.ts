import type {
  Clock,
  JobId,
  Logger,
  LogicalExtensionCodec,
  ObjectStoreRegistry,
  PhysicalExtensionCodec,
  Random,
  SchedulerId,
  SessionConfig,
} from '@ballista-ts/core';
import type { FunctionRegistry } from '@ballista-ts/functions';
import type { Planner } from '@ballista-ts/planner';
import type { TaskDistribution } from './core/distribution.js';
import type { SchedulerCoreOptions } from './core/options.js';
import type { ExecutorConnector } from './driver/executor-connection.js';
import type { JobPlanner } from './driver/job-planner.js';
import type { EventLog } from './event-log/event-log.js';
import type { SchedulerMetricsCollector } from './metrics/collector.js';

/** Everything an embedder may decide. */
export interface SchedulerOptions extends Partial<Omit<SchedulerCoreOptions, 'schedulerId' | 'distribution'>> {
  /** What executors and clients know the scheduler by, by custom `host:port`. @default a random name */
  readonly schedulerId?: SchedulerId;
  /** Optimizer rules and functions. @default a planner with the built-in rules */
  readonly planner?: Planner;
  /** Functions of the default planner. @default the built-in functions */
  readonly functions?: FunctionRegistry;
  /** Everything between a submission and its stages. @default listing of files, then `planner` */
  readonly jobPlanner?: JobPlanner;
  /** Where tables lie. @default local files */
  readonly objectStores?: ObjectStoreRegistry;
  /** Carry logical nodes and tables of the application. @default none */
  readonly logicalCodecs?: readonly LogicalExtensionCodec[];
  /** Carry physical nodes of the application. @default none */
  readonly physicalCodecs?: readonly PhysicalExtensionCodec[];
  /** Which executor gets the next task. @default 'bias' */
  readonly distribution?: 'bias' | 'round-robin' | TaskDistribution;
  /** @default silent */
  readonly logger?: Logger;
  /** @default the machine's clock */
  readonly clock?: Clock;
  /** @default the machine's randomness */
  readonly random?: Random;
  /** Where numbers go. @default Prometheus series at `/api/metrics` */
  readonly metrics?: SchedulerMetricsCollector;
  /** Settings that each query begins with, under those it brings. @default a Ballista session's defaults */
  readonly sessionConfig?: () => SessionConfig;
  /** Refuse queries with settings that are unknown or not honoured, instead of answering a warning. @default false */
  readonly strictConfig?: boolean;
  /** @default ids that sort by time */
  readonly nextJobId?: () => JobId | Promise<JobId>;
  /** How executors are reached. @default gRPC over HTTP/2 */
  readonly connect?: ExecutorConnector;
  /** Hears of work that waits for an executor, so that some can be started. @default nobody does */
  readonly onWorkAvailable?: (work: { readonly jobId: JobId; readonly pendingPartitions: number }) => void;
  /**
   * A directory for the event log: a scheduler that is started again with it knows its jobs and executors and goes on with
   * what was running. One scheduler at a time. @default nothing outlives the scheduler
   */
  readonly dataDir?: string;
  /** An event log of the embedder's, instead of `dataDir`. */
  readonly eventLog?: EventLog;
  /** Told when the event log cannot be written any more. The scheduler takes nothing in from then on, and should be closed. */
  readonly onEventLogFailed?: (error: Error) => void;
  /** Executors that must be there before `/readyz` says so. @default 1 */
  readonly minReadyExecutors?: number;
  /** How long an executor that registers has to answer our call. @default 10_000 */
  readonly dialBackTimeoutMs?: number;
  /** Largest gRPC message either way, in bytes. @default 16 MiB */
  readonly maxMessageBytes?: number;
  /** Serve REST, health and metrics. @default true */
  readonly rest?: boolean;
}
