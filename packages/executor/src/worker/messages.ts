import type {
  ExecutorId,
  FailedTask,
  OperatorMetricsSet,
  RuntimeStatsReport,
  ShuffleWritePartition,
  TaskDefinition,
} from '@ballista-ts/core';
import type { FetchLimits } from '../shuffle/fetch-governor.js';
import type { Share } from './partition-share.js';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly workDir: string;
  readonly clientTtlMs: number;
  /** Module that makes the registries of functions, operators and codecs; see `ExecutorOptions.extensions`. */
  readonly extensions?: string | undefined;
}

/** A task on its way to a worker. `run` tells answers of this run from those of an earlier one. */
export interface RunRequest {
  readonly run: number;
  readonly task: TaskDefinition;
  /** Bytes of memory the task may use; absent: no limit. */
  readonly poolBytes?: number | undefined;
  /** The part of the task's partitions that is meant; absent: all of them. */
  readonly share?: Share | undefined;
}

/** From the main thread. */
export type ToWorker =
  | ({ readonly kind: 'run' } & RunRequest)
  | { readonly kind: 'cancel'; readonly run: number }
  | { readonly kind: 'granted'; readonly request: number }
  | { readonly kind: 'close' };

/** How a run ended. Plain data: errors are classified where they are thrown, since classes do not survive the way. */
export type RunOutcome =
  | {
      readonly kind: 'ok';
      readonly partitions: readonly ShuffleWritePartition[];
      readonly metrics: readonly OperatorMetricsSet[];
      readonly runtimeStats: readonly RuntimeStatsReport[];
    }
  | { readonly kind: 'failed'; readonly failed: FailedTask };

/** From a worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended'; readonly run: number; readonly outcome: RunOutcome }
  | {
      readonly kind: 'acquire';
      readonly request: number;
      readonly executorId: ExecutorId;
      readonly bytes: number;
      readonly reader: string;
      readonly limits: FetchLimits;
    }
  /** Gives a permit back, or takes a demand for one back. */
  | { readonly kind: 'release'; readonly request: number };
