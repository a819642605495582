import {
  type ExecutorId,
  type ExecutorMetadata,
  InternalError,
  type JobId,
  type PartitionLocation,
  type TaskStatus,
} from '@ballista-ts/core';
import { type BoundTask, bindTask, boundTask } from './bind.js';
import type { GraphEffect } from './effects.js';
import { loseExecutor, restartExecutor } from './executor-lost.js';
import { failRemaining } from './fail-job.js';
import { type GraphSnapshot, restoreGraph, snapshotGraph } from './graph-snapshot.js';
import { type GraphLimits, GraphState } from './graph-state.js';
import { outputLocations } from './outputs.js';
import type { PlannedStage, Stage } from './stage.js';
import { applyStatuses } from './status-update.js';

/** Everything that can happen to a job that runs. `now` is milliseconds since the epoch. */
export type GraphEvent = { readonly now: number } & (
  | { readonly kind: 'taskStatuses'; readonly executorId: ExecutorId; readonly statuses: readonly TaskStatus[] }
  /** It is gone with everything it had. */
  | { readonly kind: 'executorLost'; readonly executorId: ExecutorId }
  /** It is back without the tasks it was running. */
  | { readonly kind: 'executorRestarted'; readonly executorId: ExecutorId }
  /** The job is given up for a reason that is not one of its stages. */
  | { readonly kind: 'aborted'; readonly error: string }
);

/**
 * The stages of one job and where each of them stands. Pure: events go in, effects come out, nothing is performed; the
 * same events give the same effects. One graph serves static and adaptive planning.
 */
export class ExecutionGraph {
  readonly #state: GraphState;

  /** @param from stages that planning made, or a graph that was written down */
  constructor(jobId: JobId, from: readonly PlannedStage[] | GraphSnapshot, limits: GraphLimits) {
    if ('failedAttempts' in from) {
      this.#state = restoreGraph(jobId, from, limits);
      return;
    }
    this.#state = new GraphState(jobId, from, limits);
    this.#state.resolveReady();
  }

  /** All that the graph is, to be written down. */
  snapshot(): GraphSnapshot {
    return snapshotGraph(this.#state);
  }

  get jobId(): JobId {
    return this.#state.jobId;
  }
  get stages(): readonly Stage[] {
    return [...this.#state.stages.values()];
  }
  get ended(): 'successful' | 'failed' | undefined {
    return this.#state.ended;
  }
  /** The stage whose output is the job's result. */
  get finalStageId(): number {
    return this.#state.finalStageId;
  }

  stage(stageId: number): Stage | undefined {
    return this.#state.stages.get(stageId);
  }

  /**
   * Where the result of a finished job is, in partition order.
   * @throws InternalError before that
   */
  resultLocations(): PartitionLocation[] {
    const final = this.stage(this.finalStageId);
    if (final?.state !== 'successful') {
      throw new InternalError(`job ${this.jobId} has no result: its final stage is ${final?.state ?? 'missing'}`);
    }
    return outputLocations(final).flat();
  }

  /** Partitions that wait for an executor, over all stages that could run now. */
  pendingPartitions(): number {
    if (this.ended !== undefined) return 0;
    let sum = 0;
    for (const stage of this.#state.stages.values()) {
      if (stage.state === 'resolved') sum += stage.partitionCount;
      else if (stage.state === 'running') sum += stage.pending.length;
    }
    return sum;
  }

  /** Hands the next task to an executor with free vcores; undefined when nothing waits. `cap` 0: as many partitions as vcores. */
  bind(executor: ExecutorMetadata, freeVcores: number, cap: number, now: number): BoundTask | undefined {
    return this.ended === undefined ? bindTask(this.#state, executor, freeVcores, cap, now) : undefined;
  }

  /** The tasks that run, as their executors got them, or were to get them. */
  runningTasks(): BoundTask[] {
    return this.#state
      .running()
      .flatMap((stage) =>
        [...stage.tasks].filter((task) => task.status.kind === 'running').map((task) => boundTask(stage, task)),
      );
  }

  /** New tasks of every stage get ids that are higher by that much. */
  skipTaskIds(count: number): void {
    for (const stage of [...this.#state.stages.values()]) {
      if ('tasks' in stage) stage.tasks.skipIds(count);
      else this.#state.put({ ...stage, nextTaskId: stage.nextTaskId + count });
    }
  }

  /** The one way in for everything that happens. A job that has ended takes nothing in any more. */
  apply(event: GraphEvent): GraphEffect[] {
    if (this.ended !== undefined) {
      const how = this.ended === 'failed' ? 'failed' : 'finished';
      return [{ kind: 'ignored', reason: `${event.kind} for job ${this.jobId}, which has ${how}` }];
    }
    switch (event.kind) {
      case 'taskStatuses':
        return applyStatuses(this.#state, event.executorId, event.statuses, event.now);
      case 'executorLost':
        return loseExecutor(this.#state, event.executorId, event.now);
      case 'executorRestarted':
        return restartExecutor(this.#state, event.executorId, event.now);
      case 'aborted':
        return failRemaining(this.#state, event.error, event.now);
    }
  }
}
