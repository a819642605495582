import { type ExecutionPlan, type ExecutorId, InternalError } from '@ballista-ts/core';
import { PartitionQueue } from './partition-queue.js';
import type {
  FailedStage,
  ResolvedStage,
  RunningStage,
  Stage,
  StageInput,
  StageState,
  SuccessfulStage,
  TaskInfo,
  UnresolvedStage,
} from './stage.js';
import { TaskTable } from './task-table.js';

/**
 * Every legal move of a stage. A pair that is missing here is a bug in the caller, never a silent no-op.
 *
 * | from | to | when | attempt |
 * |---|---|---|---|
 * | unresolved | resolved | every input is complete | same |
 * | resolved | running | it is offered to executors | same |
 * | resolved | unresolved | an input was lost | same |
 * | running | successful | every partition has a successful task | same |
 * | running | unresolved | an input was lost or could not be fetched | +1 |
 * | running | failed | a limit was reached, the error is final, or the job ended | same |
 * | successful | running | some of its output was lost and somebody needs it | +1 |
 * | unresolved, resolved | failed | the job ended | same |
 */
const legal: Readonly<Record<StageState, readonly StageState[]>> = {
  unresolved: ['resolved', 'failed'],
  resolved: ['running', 'unresolved', 'failed'],
  running: ['successful', 'unresolved', 'failed'],
  successful: ['running'],
  failed: [],
};

/** @throws InternalError telling which stage tried which move. */
export function checkMove(stage: Stage, to: StageState): void {
  if (!legal[stage.state].includes(to)) {
    throw new InternalError(`stage ${stage.stageId} (attempt ${stage.attempt}) cannot go from ${stage.state} to ${to}`);
  }
}

const common = (stage: Stage) => ({
  stageId: stage.stageId,
  plan: stage.plan,
  partitionCount: stage.partitionCount,
  outputPartitionCount: stage.outputPartitionCount,
  inputs: stage.inputs,
  collapse: stage.collapse,
  attempt: stage.attempt,
  inputLocations: stage.inputLocations,
  consumers: stage.consumers,
});

/** unresolved -> resolved: `resolvedPlan` is the plan with its readers filled in. */
export function toResolved(stage: UnresolvedStage, resolvedPlan: ExecutionPlan): ResolvedStage {
  checkMove(stage, 'resolved');
  return { ...common(stage), state: 'resolved', nextTaskId: stage.nextTaskId, resolvedPlan };
}

/** resolved -> running: every partition waits to be handed out. */
export function toRunning(stage: ResolvedStage): RunningStage {
  checkMove(stage, 'running');
  return {
    ...common(stage),
    state: 'running',
    resolvedPlan: stage.resolvedPlan,
    tasks: new TaskTable(stage.nextTaskId),
    pending: PartitionQueue.all(stage.partitionCount),
    failures: new Array<number>(stage.partitionCount).fill(0),
  };
}

/** resolved or running -> unresolved: only a stage that had begun counts a new attempt. */
export function toUnresolved(stage: ResolvedStage | RunningStage, reasons: readonly ExecutorId[]): UnresolvedStage {
  checkMove(stage, 'unresolved');
  return {
    ...common(stage),
    state: 'unresolved',
    attempt: stage.state === 'running' ? stage.attempt + 1 : stage.attempt,
    nextTaskId: stage.state === 'running' ? stage.tasks.nextId : stage.nextTaskId,
    lastFailureReasons: reasons,
  };
}

/** running -> successful. */
export function toSuccessful(stage: RunningStage): SuccessfulStage {
  checkMove(stage, 'successful');
  return { ...common(stage), state: 'successful', resolvedPlan: stage.resolvedPlan, tasks: stage.tasks };
}

/** successful -> running: only the partitions of lost tasks, already reset, run again; what the others wrote stays. */
export function toRerunning(stage: SuccessfulStage, lost: readonly TaskInfo[]): RunningStage {
  checkMove(stage, 'running');
  return {
    ...common(stage),
    state: 'running',
    attempt: stage.attempt + 1,
    resolvedPlan: stage.resolvedPlan,
    tasks: stage.tasks,
    pending: new PartitionQueue(lost.flatMap((task) => task.partitions).sort((a, b) => a - b)),
    failures: new Array<number>(stage.partitionCount).fill(0),
  };
}

/** anything that has not ended -> failed. */
export function toFailed(stage: UnresolvedStage | ResolvedStage | RunningStage, error: string): FailedStage {
  checkMove(stage, 'failed');
  return {
    ...common(stage),
    state: 'failed',
    error,
    tasks: stage.state === 'running' ? stage.tasks : new TaskTable(stage.nextTaskId),
    ...(stage.state === 'unresolved' ? {} : { resolvedPlan: stage.resolvedPlan }),
  };
}

/** The same stage with other knowledge of its inputs; not a move. */
export const withInputs = <S extends Stage>(stage: S, inputLocations: ReadonlyMap<number, StageInput>): S => ({
  ...stage,
  inputLocations,
});
