import type { SchedulerId } from '@ballista-ts/core';
import type { TaskDistribution } from './distribution.js';

/** The rules a scheduler plays by. Durations are milliseconds; a clean-up delay of 0 means never. */
export interface SchedulerCoreOptions {
  readonly schedulerId: SchedulerId;
  readonly distribution: TaskDistribution;
  /** @default 4 */
  readonly taskMaxFailures: number;
  /** @default 4 */
  readonly stageMaxFailures: number;
  /** Silence after which an executor counts as lost. @default 180_000 */
  readonly executorTimeoutMs: number;
  /** How often silence is looked for. @default 15_000 */
  readonly expireDeadExecutorIntervalMs: number;
  /** How long an executor that is going away may take. @default 30_000 */
  readonly executorTerminationGraceMs: number;
  /** How long running jobs wait for some executor when all are gone. @default 180_000 */
  readonly noExecutorsGraceMs: number;
  /** How long the result of a finished job stays on the executors after it was last asked for. @default 300_000 */
  readonly finishedJobDataCleanUpMs: number;
  /** How long a finished job is remembered. @default 3_600_000 */
  readonly finishedJobStateCleanUpMs: number;
}

export const defaultCoreOptions = {
  taskMaxFailures: 4,
  stageMaxFailures: 4,
  executorTimeoutMs: 180_000,
  expireDeadExecutorIntervalMs: 15_000,
  executorTerminationGraceMs: 30_000,
  noExecutorsGraceMs: 180_000,
  finishedJobDataCleanUpMs: 300_000,
  finishedJobStateCleanUpMs: 3_600_000,
} as const;
