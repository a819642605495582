import type { ExecutionPlan, ExecutorMetadata } from '@ballista-ts/core';
import { restrictPlan } from '@ballista-ts/planner';
import type { GraphState } from './graph-state.js';
import type { RunningStage, TaskInfo } from './stage.js';

/** A task that an executor was chosen for. */
export interface BoundTask {
  readonly stageId: number;
  readonly stageAttempt: number;
  readonly task: TaskInfo;
  /** The highest failure counter among the task's partitions. */
  readonly taskAttempt: number;
  /** The stage's plan, holding just the task's partitions. */
  readonly plan: ExecutionPlan;
  /** For each partition of that plan, its number in the stage's output. */
  readonly globalOutputPartitionIds: readonly number[];
}

/**
 * Takes waiting partitions off a running stage: the whole queue for a stage that collapses into one partition (it uses one
 * vcore), else as many as the executor has free vcores and the cap allows (0: no cap). Stages that are closest to the
 * result go first, so that outputs are read soon after they were written.
 */
export function bindTask(
  state: GraphState,
  executor: ExecutorMetadata,
  freeVcores: number,
  cap: number,
  now: number,
): BoundTask | undefined {
  if (freeVcores <= 0) return undefined;
  state.revive();
  const stage = state
    .running()
    .filter((one) => one.pending.length > 0)
    .at(-1);
  if (stage === undefined) return undefined;
  const waiting = stage.pending.length;
  const take = stage.collapse ? waiting : Math.min(freeVcores, waiting, cap > 0 ? cap : waiting);
  const partitions = stage.pending.take(take);
  return boundTask(stage, stage.tasks.start(executor, partitions, stage.collapse ? 1 : take, now));
}

/** A task of a running stage as its executor gets it. */
export const boundTask = (stage: RunningStage, task: TaskInfo): BoundTask => ({
  stageId: stage.stageId,
  stageAttempt: stage.attempt,
  task,
  taskAttempt: task.partitions.reduce((most, partition) => Math.max(most, stage.failures[partition] ?? 0), 0),
  plan: restrictPlan(stage.resolvedPlan, task.partitions),
  globalOutputPartitionIds: outputIds(stage, task.partitions),
});

/** A sort writer fills every output partition; a passthrough writer keeps its own, or the single one it collapses into. */
function outputIds(stage: RunningStage, partitions: readonly number[]): readonly number[] {
  if (stage.plan.kind === 'SortShuffleWriterExec' || (stage.collapse && stage.outputPartitionCount === 1)) {
    return Array.from({ length: stage.outputPartitionCount }, (_value, index) => index);
  }
  return partitions;
}
