import type { ExecutorId, TaskStatus } from '@ballista-ts/core';
import type { GraphEffect } from './effects.js';
import { executorLostText } from './executor-lost.js';
import type { GraphState } from './graph-state.js';
import { remakeInputs, requeueLost, rollBack, wait } from './reset-tasks.js';
import type { Stage } from './stage.js';

interface Outcome {
  readonly effects: readonly GraphEffect[];
  /** The stage has failed for good. */
  readonly error?: string;
}

/**
 * A task of stage S could not read what stage X left on executor E. All of E's pieces of X that S knew of are taken to be
 * lost: S waits again in a new attempt, X makes those pieces anew. Many failures within one attempt of S count once.
 */
export function rollBackFetchFailure(state: GraphState, status: TaskStatus, now: number): Outcome {
  const failed = status.status.kind === 'failed' ? status.status.failed : undefined;
  const reason = failed?.reason;
  if (failed === undefined || reason?.kind !== 'fetchPartitionError') return { effects: [] };
  const { stageId, stageAttemptNum: attempt } = status;
  const { executorId, mapStageId } = reason;
  const stage = state.get(stageId);
  const suspected: GraphEffect = { kind: 'executorSuspected', executorId, reason: failed.error };

  if (stage.state === 'running' && attempt === stage.attempt) {
    if (!stage.inputs.includes(mapStageId)) {
      return {
        effects: [],
        error: `fetch failure names stage ${mapStageId}, which stage ${stageId} does not read: ${failed.error}`,
      };
    }
    const attempts = state.failedAttempts.get(stageId) ?? new Set<number>();
    state.failedAttempts.set(stageId, attempts.add(attempt));
    const limit = state.limits.stageMaxFailures;
    if (attempts.size >= limit) {
      return {
        effects: [],
        error: `Stage ${stageId} has failed ${limit} times, most recent failure reason: ${JSON.stringify(failed.error)}`,
      };
    }
    // Also if nothing of E is known any more: the input must be published again before S can resolve.
    state.markIncomplete(stageId, mapStageId);
    const makers = state.dropInput(stageId, mapStageId, (location) => location.executor.id === executorId);
    const rolledBack = rollBack(state, currentRunning(state, stageId), [executorId], now);
    return { effects: [suspected, ...rolledBack, ...redo(state, mapStageId, makers, executorId, now)] };
  }

  // A late report: S went back already, for the loss of another executor. What E had is lost all the same.
  if (stage.state === 'unresolved' && stage.attempt - attempt === 1 && !stage.lastFailureReasons.includes(executorId)) {
    const makers = state.dropInput(stageId, mapStageId, (location) => location.executor.id === executorId);
    const { inputLocations } = state.get(stageId);
    state.put({ ...stage, inputLocations, lastFailureReasons: [...stage.lastFailureReasons, executorId] });
    return { effects: [suspected, ...redo(state, mapStageId, makers, executorId, now)] };
  }
  return { effects: [lateReport(stage, attempt)] };
}

const lateReport = (stage: Stage, attempt: number): GraphEffect => ({
  kind: 'ignored',
  reason: `late fetch failure of stage ${stage.stageId} attempt ${attempt}: the stage is ${stage.state} in attempt ${stage.attempt}`,
});

function currentRunning(state: GraphState, stageId: number): Extract<Stage, { state: 'running' }> {
  return state.get(stageId) as Extract<Stage, { state: 'running' }>;
}

/** Makes stage X produce again what these of its tasks had made, and keeps its other readers from trying the same in vain. */
function redo(
  state: GraphState,
  mapStageId: number,
  makers: ReadonlySet<number>,
  executorId: ExecutorId,
  now: number,
): GraphEffect[] {
  const error = executorLostText(executorId);
  const source = state.stages.get(mapStageId);
  if (source?.state === 'running' || source?.state === 'successful') {
    for (const taskId of makers) {
      const task = source.tasks.get(taskId);
      if (task?.status.kind === 'successful') task.outputLost = true;
    }
    if (source.state === 'running') requeueLost(source, error, now);
    for (const consumerId of source.consumers) {
      const { state: where } = state.get(consumerId);
      // Those that run may be done with it; they will say if they are not.
      if (where === 'running' || where === 'failed') continue;
      const dropped = state.dropInput(consumerId, mapStageId, (location) => makers.has(location.mapPartitionId));
      const consumer = state.get(consumerId);
      if (dropped.size > 0 && consumer.state === 'resolved') wait(state, consumer, [executorId]);
    }
  }
  return remakeInputs(state, error, [executorId], now);
}
