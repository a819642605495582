import type { ExecutorId } from '@ballista-ts/core';
import type { GraphEffect } from './effects.js';
import type { GraphState } from './graph-state.js';
import { cancelTasks, remakeInputs, requeueLost, rollBack, wait } from './reset-tasks.js';
import { inputsComplete } from './stage.js';
import { completeStages } from './status-update.js';

export const executorLostText = (executorId: ExecutorId): string => `Task failure due to Executor ${executorId} lost`;

/**
 * An executor is gone with everything it had. Its tasks run elsewhere, stages that read its output wait again, and
 * finished stages redo what is still needed: a stage whose readers are all done needs nothing.
 */
export function loseExecutor(state: GraphState, executorId: ExecutorId, now: number): GraphEffect[] {
  const effects: GraphEffect[] = [];
  const error = executorLostText(executorId);
  for (const { stageId, inputs } of [...state.stages.values()]) {
    const stage = state.get(stageId);
    if (stage.state === 'running' || stage.state === 'successful') {
      for (const task of stage.tasks) {
        if (task.executor.id === executorId && task.status.kind === 'successful' && task.status.locations.length > 0) {
          task.outputLost = true;
        }
      }
    }
    if (stage.state === 'running') {
      requeueLost(stage, error, now);
      const running = stage.tasks.runningOn(executorId);
      cancelTasks(stage, running, error, now, executorId);
      stage.pending.putFirst(running.flatMap((task) => task.partitions));
    }
    for (const inputId of inputs) state.dropInput(stageId, inputId, (location) => location.executor.id === executorId);
  }
  for (const { stageId } of [...state.stages.values()]) {
    const stage = state.get(stageId);
    if (inputsComplete(stage)) continue;
    if (stage.state === 'running') effects.push(...rollBack(state, stage, [executorId], now, executorId));
    else if (stage.state === 'resolved') wait(state, stage, [executorId]);
  }
  effects.push(...remakeInputs(state, error, [executorId], now), ...completeStages(state));
  return effects;
}

/**
 * An executor started again: what it was running is gone. What it had finished may still be on its disk; if it is not,
 * whoever tries to read it will say so.
 */
export function restartExecutor(state: GraphState, executorId: ExecutorId, now: number): GraphEffect[] {
  const effects: GraphEffect[] = [];
  for (const stage of state.running()) {
    const running = stage.tasks.runningOn(executorId);
    // Told to cancel all the same: perhaps it only registered again.
    effects.push(...cancelTasks(stage, running, executorLostText(executorId), now));
    stage.pending.putFirst(running.flatMap((task) => task.partitions));
  }
  return effects;
}
