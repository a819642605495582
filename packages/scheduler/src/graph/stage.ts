import type {
  ExecutionPlan,
  ExecutorId,
  ExecutorMetadata,
  FailedTask,
  OperatorMetricsSet,
  PartitionLocation,
} from '@ballista-ts/core';
import type { PartitionQueue } from './partition-queue.js';
import type { TaskTable } from './task-table.js';

/** What planning says of a stage, before anything ran. */
export interface PlannedStage {
  readonly stageId: number;
  /** Root is a shuffle writer; leaves are scans or `UnresolvedShuffleExec`. */
  readonly plan: ExecutionPlan;
  /** Partitions the stage's tasks own: those of the writer's input. */
  readonly partitionCount: number;
  /** Partitions its output has for whoever reads it. */
  readonly outputPartitionCount: number;
  /** Stages it reads. */
  readonly inputs: readonly number[];
  /** Runs as one task with one vcore, whatever the number of partitions. */
  readonly collapse: boolean;
}

/** What a stage knows of the output of one stage it reads. */
export interface StageInput {
  /** Per partition of that output, where its pieces are. */
  readonly locations: readonly (readonly PartitionLocation[])[];
  readonly complete: boolean;
}

/** One attempt at some partitions of a stage. `taskId` is never used twice within a stage, so late reports cannot be mistaken. */
export interface TaskInfo {
  readonly taskId: number;
  /** Partitions of the stage that the task owns. */
  readonly partitions: readonly number[];
  readonly executor: ExecutorMetadata;
  readonly vcores: number;
  /** Milliseconds since the epoch, like all times here. */
  readonly scheduledAt: number;
  /** Changed by the stage's {@link TaskTable} only, which counts. */
  status: TaskState;
  /** It succeeded, and nobody can read what it wrote any more. Made again as soon as a reader needs it. */
  outputLost: boolean;
  startExecTime?: number;
  endExecTime?: number;
  finishedAt?: number;
  /** One set per operator of the task's plan, parents first. */
  metrics?: readonly OperatorMetricsSet[];
}

export type TaskState =
  | { readonly kind: 'running' }
  | { readonly kind: 'successful'; readonly locations: readonly PartitionLocation[] }
  /** Succeeded, or was running, and its output is gone or not wanted any more. */
  | { readonly kind: 'reset'; readonly error: string }
  | { readonly kind: 'failed'; readonly failed: FailedTask };

interface StageCommon extends PlannedStage {
  /** Counts up whenever the stage has to start again. Reports of older attempts are ignored. */
  readonly attempt: number;
  readonly inputLocations: ReadonlyMap<number, StageInput>;
  /** Stages that read this one. */
  readonly consumers: readonly number[];
}

/** Waits for inputs. */
export interface UnresolvedStage extends StageCommon {
  readonly state: 'unresolved';
  /** First task id that no attempt of this stage has used. */
  readonly nextTaskId: number;
  /** Executors whose loss of output sent the stage back here. */
  readonly lastFailureReasons: readonly ExecutorId[];
}
/** Inputs are all there; not yet offered to executors. */
export interface ResolvedStage extends StageCommon {
  readonly state: 'resolved';
  readonly nextTaskId: number;
  /** The plan with its shuffle readers filled in. */
  readonly resolvedPlan: ExecutionPlan;
}
/** Tasks run or wait to. `tasks`, `pending` and `failures` change in place. */
export interface RunningStage extends StageCommon {
  readonly state: 'running';
  readonly resolvedPlan: ExecutionPlan;
  readonly tasks: TaskTable;
  /** Partitions nobody works on. */
  readonly pending: PartitionQueue;
  /** Failures per partition since its last success. */
  readonly failures: number[];
}
export interface SuccessfulStage extends StageCommon {
  readonly state: 'successful';
  readonly resolvedPlan: ExecutionPlan;
  readonly tasks: TaskTable;
}
export interface FailedStage extends StageCommon {
  readonly state: 'failed';
  readonly error: string;
  readonly resolvedPlan?: ExecutionPlan;
  readonly tasks: TaskTable;
}

export type Stage = UnresolvedStage | ResolvedStage | RunningStage | SuccessfulStage | FailedStage;
export type StageState = Stage['state'];

/** Tasks of a stage in every state; waiting stages have none. */
export const tasksOf = (stage: Stage): readonly TaskInfo[] => ('tasks' in stage ? [...stage.tasks] : []);

/** A stage that began has a plan to show with real inputs; the others show the planned one. */
export const shownPlan = (stage: Stage): ExecutionPlan =>
  'resolvedPlan' in stage && stage.resolvedPlan !== undefined ? stage.resolvedPlan : stage.plan;

/** Whether everything the stage reads is there. */
export const inputsComplete = (stage: Stage): boolean => {
  for (const input of stage.inputLocations.values()) if (!input.complete) return false;
  return true;
};
