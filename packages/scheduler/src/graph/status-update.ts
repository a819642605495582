import type { ExecutorId, FailedTask, TaskStatus } from '@ballista-ts/core';
import type { GraphEffect } from './effects.js';
import { failJob } from './fail-job.js';
import { rollBackFetchFailure } from './fetch-failure.js';
import type { GraphState } from './graph-state.js';
import { resultFault, taskLocations } from './outputs.js';
import type { RunningStage, TaskInfo } from './stage.js';
import { toSuccessful } from './transitions.js';

interface StageFailure {
  readonly stageId: number;
  readonly error: string;
}

/**
 * Takes in what one executor says of its tasks. Reports of older attempts, of tasks that were reset and repeated reports
 * change nothing, so a report may be sent any number of times.
 */
export function applyStatuses(
  state: GraphState,
  executorId: ExecutorId,
  statuses: readonly TaskStatus[],
  now: number,
): GraphEffect[] {
  const effects: GraphEffect[] = [];
  state.revive();
  const fetchFailures: TaskStatus[] = [];
  let failure: StageFailure | undefined;
  for (const status of statuses) {
    const seen = applyStatus(state, executorId, status, now, effects);
    if (seen === 'fetchFailure') fetchFailures.push(status);
    else failure ??= seen;
  }
  // Once a stage has failed for good there is nothing left to save.
  for (const status of failure === undefined ? fetchFailures : []) {
    const outcome = rollBackFetchFailure(state, status, now);
    effects.push(...outcome.effects);
    if (outcome.error === undefined) continue;
    failure = { stageId: status.stageId, error: outcome.error };
    break;
  }
  effects.push(
    ...(failure === undefined ? completeStages(state) : failJob(state, failure.stageId, failure.error, now)),
  );
  return effects;
}

function applyStatus(
  state: GraphState,
  executorId: ExecutorId,
  status: TaskStatus,
  now: number,
  effects: GraphEffect[],
): 'fetchFailure' | StageFailure | undefined {
  const ignored = (why: string): undefined => {
    effects.push({
      kind: 'ignored',
      reason: `report of task ${status.taskId} in stage ${status.stageId} attempt ${status.stageAttemptNum} of job ${state.jobId}: ${why}`,
    });
  };
  const stage = state.stages.get(status.stageId);
  if (stage === undefined) return ignored('the job has no such stage');
  if (stage.state !== 'running' || status.stageAttemptNum !== stage.attempt) {
    const error = late(status);
    if (error?.reason?.kind === 'fetchPartitionError') return 'fetchFailure';
    // What went wrong for good in the attempt before would go wrong again.
    const previous = stage.state === 'unresolved' && stage.attempt - status.stageAttemptNum === 1;
    if (previous && error?.reason?.kind === 'executionError') return { stageId: stage.stageId, error: error.error };
    return ignored(`the stage is ${stage.state} in attempt ${stage.attempt}`);
  }
  const task = stage.tasks.get(status.taskId);
  if (task === undefined) return ignored('the stage has no such task');
  if (task.executor.id !== executorId) return ignored(`the task belongs to executor ${task.executor.id}`);
  if (task.status.kind !== 'running') return ignored(`the task is already ${task.status.kind}`);

  if (status.startExecTime > 0) task.startExecTime = status.startExecTime;
  if (status.status.kind === 'running') return undefined;
  task.endExecTime = status.endExecTime;
  task.metrics = status.metrics;
  effects.push({ kind: 'vcoresFreed', executorId, vcores: task.vcores });
  if (status.status.kind === 'failed') {
    const { failed } = status.status;
    stage.tasks.end(task, { kind: 'failed', failed }, now);
    if (failed.reason?.kind === 'fetchPartitionError') return 'fetchFailure';
    const error = takeFailure(state, stage, task, failed);
    return error === undefined ? undefined : { stageId: stage.stageId, error };
  }
  const { successful } = status.status;
  const fault = resultFault(stage, task, successful);
  if (fault !== undefined) {
    stage.tasks.end(task, { kind: 'failed', failed: { error: fault, retryable: false, countToFailures: false } }, now);
    return { stageId: stage.stageId, error: fault };
  }
  stage.tasks.end(task, { kind: 'successful', locations: taskLocations(stage, task, successful, state.jobId) }, now);
  for (const partition of task.partitions) stage.failures[partition] = 0;
  return undefined;
}

const late = (status: TaskStatus): FailedTask | undefined =>
  status.status.kind === 'failed' ? status.status.failed : undefined;

/** What a failed task means: partitions wait again, or (with the answer) the stage has failed. */
function takeFailure(state: GraphState, stage: RunningStage, task: TaskInfo, failed: FailedTask): string | undefined {
  if (failed.reason === undefined) {
    return `Task ${task.taskId} in Stage ${stage.stageId} failed with unknown failure reasons, fail the stage`;
  }
  // A failure that may not be retried is final whatever its kind, else its partitions would wait for ever.
  if (failed.reason.kind === 'executionError' || !failed.retryable) return failed.error;
  // Uncounted failures use up the limit too; they just never are the one that fails the stage.
  for (const partition of task.partitions) stage.failures[partition] = (stage.failures[partition] ?? 0) + 1;
  const limit = state.limits.taskMaxFailures;
  const worn = task.partitions.filter((partition) => (stage.failures[partition] ?? 0) >= limit);
  if (failed.countToFailures && worn.length > 0) {
    const who = worn.length === 1 ? `Task ${worn[0]}` : `Tasks [${worn.join(', ')}]`;
    return `${who} in Stage ${stage.stageId} failed ${limit} times, fail the stage, most recent failure reason: ${JSON.stringify(failed.error)}`;
  }
  stage.pending.putFirst(task.partitions);
  return undefined;
}

/** Running stages whose partitions are all done succeed, publish, and wake their readers; the last one ends the job. */
export function completeStages(state: GraphState): GraphEffect[] {
  for (const stage of state.running()) {
    // Every partition waits, runs or is done; so with nothing waiting and nothing running all are done.
    if (stage.pending.length > 0 || stage.tasks.running > 0) continue;
    const successful = toSuccessful(stage);
    state.put(successful);
    state.failedAttempts.delete(stage.stageId);
    state.publish(successful);
  }
  const effects = state.resolveReady();
  if (state.get(state.finalStageId).state === 'successful') {
    state.ended = 'successful';
    effects.push({ kind: 'jobSucceeded' });
  }
  return effects;
}
