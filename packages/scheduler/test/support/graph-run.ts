import type { ExecutorMetadata, TaskStatus } from '@ballista-ts/core';
import {
  type BoundTask,
  checkInvariants,
  ExecutionGraph,
  type GraphEffect,
  type PlannedStage,
} from '../../src/index.js';
import { executor, succeeded, theJob } from './stages.js';

/** A graph whose invariants are checked after everything that is done to it. */
export class GraphRun {
  readonly graph: ExecutionGraph;
  now = 1000;

  constructor(stages: readonly PlannedStage[], limits = { taskMaxFailures: 4, stageMaxFailures: 4 }) {
    this.graph = new ExecutionGraph(theJob, stages, limits);
    checkInvariants(this.graph);
  }

  /** The next task for an executor; throws when there is none. */
  bind(on: ExecutorMetadata | string, vcores?: number, cap = 0): BoundTask {
    const to = typeof on === 'string' ? executor(on) : on;
    const bound = this.graph.bind(to, vcores ?? to.vcores, cap, this.now);
    checkInvariants(this.graph);
    if (bound === undefined) throw new Error(`nothing to bind; ${this.states()}`);
    return bound;
  }

  /** Everything that waits, one task after the other to the given executors in turn. */
  bindAll(executors: readonly string[], vcores = 1): BoundTask[] {
    const tasks: BoundTask[] = [];
    for (let index = 0; this.graph.pendingPartitions() > 0; index += 1) {
      tasks.push(this.bind(executor(executors[index % executors.length]!), vcores));
    }
    return tasks;
  }

  report(...statuses: TaskStatus[]): GraphEffect[] {
    const effects: GraphEffect[] = [];
    this.now += 1;
    // Reports of several executors at once are several calls, as over the wire.
    for (const [who, own] of this.#byExecutor(statuses)) {
      effects.push(...this.graph.apply({ kind: 'taskStatuses', executorId: who, statuses: own, now: this.now }));
      checkInvariants(this.graph);
    }
    return effects;
  }

  finish(...tasks: BoundTask[]): GraphEffect[] {
    return this.report(...tasks.map((task) => succeeded(task)));
  }

  lose(name: string): GraphEffect[] {
    this.now += 1;
    const effects = this.graph.apply({ kind: 'executorLost', executorId: executor(name).id, now: this.now });
    checkInvariants(this.graph);
    return effects;
  }

  restart(name: string): GraphEffect[] {
    const effects = this.graph.apply({ kind: 'executorRestarted', executorId: executor(name).id, now: this.now });
    checkInvariants(this.graph);
    return effects;
  }

  abort(error: string): GraphEffect[] {
    const effects = this.graph.apply({ kind: 'aborted', error, now: this.now });
    checkInvariants(this.graph);
    return effects;
  }

  /** E.g. `1 successful(0), 2 running(1)`. */
  states(): string {
    return this.graph.stages.map((stage) => `${stage.stageId} ${stage.state}(${stage.attempt})`).join(', ');
  }

  pending(stageId: number): number[] {
    const stage = this.graph.stage(stageId);
    return stage?.state === 'running' ? stage.pending.toArray() : [];
  }

  #owners = new Map<string, ExecutorMetadata['id']>();

  #byExecutor(statuses: readonly TaskStatus[]): Map<ExecutorMetadata['id'], TaskStatus[]> {
    for (const stage of this.graph.stages) {
      if (!('tasks' in stage)) continue;
      for (const task of stage.tasks) this.#owners.set(`${stage.stageId}/${task.taskId}`, task.executor.id);
    }
    const groups = new Map<ExecutorMetadata['id'], TaskStatus[]>();
    for (const status of statuses) {
      const who = this.#owners.get(`${status.stageId}/${status.taskId}`) ?? executor('nobody').id;
      groups.set(who, [...(groups.get(who) ?? []), status]);
    }
    return groups;
  }
}

export const kinds = (effects: readonly GraphEffect[]): string[] => effects.map((effect) => effect.kind);
export const jobError = (effects: readonly GraphEffect[]): string | undefined => {
  for (const effect of effects) if (effect.kind === 'jobFailed') return effect.error;
  return undefined;
};
