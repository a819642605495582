import type { ExecutorId } from '@ballista-ts/core';
import type { GraphEffect } from './effects.js';
import type { GraphState } from './graph-state.js';
import { inputsComplete, type ResolvedStage, type RunningStage, type SuccessfulStage, type TaskInfo } from './stage.js';
import { toRerunning, toUnresolved } from './transitions.js';

const resetForRetry = 'task reset for retry';

/** Ends tasks that still run: their results are not wanted any more. Their executors are told, except for one that is gone. */
export function cancelTasks(
  stage: RunningStage,
  tasks: readonly TaskInfo[],
  error: string,
  now: number,
  gone?: ExecutorId,
): GraphEffect[] {
  const byExecutor = new Map<ExecutorId, TaskInfo[]>();
  for (const task of tasks) {
    stage.tasks.end(task, { kind: 'reset', error }, now);
    const { id } = task.executor;
    if (id === gone) continue;
    const others = byExecutor.get(id);
    if (others === undefined) byExecutor.set(id, [task]);
    else others.push(task);
  }
  return [...byExecutor].flatMap(([executorId, cancelled]): GraphEffect[] => [
    {
      kind: 'cancelTasks',
      executorId,
      tasks: cancelled.map((task) => ({ stageId: stage.stageId, taskId: task.taskId })),
    },
    { kind: 'vcoresFreed', executorId, vcores: cancelled.reduce((sum, task) => sum + task.vcores, 0) },
  ]);
}

/** Ends everything of a stage that runs now. */
export const cancelRunning = (stage: RunningStage, error: string, now: number, gone?: ExecutorId): GraphEffect[] =>
  stage.tasks.running === 0
    ? []
    : cancelTasks(
        stage,
        [...stage.tasks].filter((task) => task.status.kind === 'running'),
        error,
        now,
        gone,
      );

/** A running stage that lost an input goes back to waiting, in a new attempt. What it had made is made again too. */
export function rollBack(
  state: GraphState,
  stage: RunningStage,
  reasons: readonly ExecutorId[],
  now: number,
  gone?: ExecutorId,
): GraphEffect[] {
  const effects = cancelRunning(stage, resetForRetry, now, gone);
  wait(state, stage, reasons);
  return effects;
}

/** A stage goes back to waiting. What it was told of its other inputs may be old by now: it gets the present state of each. */
export function wait(state: GraphState, stage: ResolvedStage | RunningStage, reasons: readonly ExecutorId[]): void {
  state.put(toUnresolved(stage, reasons));
  for (const inputId of stage.inputs) {
    const input = state.get(inputId);
    if (stage.inputLocations.get(inputId)?.complete !== true) continue;
    if (input.state === 'successful' && input.tasks.lost().length === 0) state.publish(input);
    else state.markIncomplete(stage.stageId, inputId);
  }
}

/** Successful tasks of a running stage whose output is gone: their partitions wait again. */
export function requeueLost(stage: RunningStage, error: string, now: number): void {
  const lost = stage.tasks.lost();
  for (const task of lost) stage.tasks.end(task, { kind: 'reset', error }, now);
  stage.pending.putFirst(lost.flatMap((task) => task.partitions));
}

/**
 * Sees to it that every input that some stage waits for is being made: a finished stage with lost pieces makes those again,
 * one without is read where it is now. Repeated until nothing changes, since a stage that has to run again may itself lack
 * an input.
 */
export function remakeInputs(
  state: GraphState,
  error: string,
  reasons: readonly ExecutorId[],
  now: number,
): GraphEffect[] {
  const effects: GraphEffect[] = [];
  for (let changed = true; changed; ) {
    changed = false;
    for (const { stageId } of [...state.stages.values()]) {
      for (const inputId of state.get(stageId).inputs) {
        const stage = state.get(stageId);
        if (stage.state !== 'unresolved' || stage.inputLocations.get(inputId)?.complete !== false) continue;
        const input = state.get(inputId);
        if (input.state !== 'successful') continue;
        changed = true;
        if (input.tasks.lost().length === 0) state.publish(input);
        else effects.push(...rerunLost(state, input, error, reasons, now));
      }
    }
  }
  return effects;
}

/** A finished stage makes again what was lost; all of it, when its own inputs are not there any more. */
function rerunLost(
  state: GraphState,
  stage: SuccessfulStage,
  error: string,
  reasons: readonly ExecutorId[],
  now: number,
): GraphEffect[] {
  const lost = stage.tasks.lost();
  for (const task of lost) stage.tasks.end(task, { kind: 'reset', error }, now);
  const running = toRerunning(stage, lost);
  if (!inputsComplete(stage)) return rollBack(state, running, reasons, now);
  state.put(running);
  return [];
}
