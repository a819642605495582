import { type ExecutorId, type ExecutorMetadata, InternalError } from '@ballista-ts/core';
import type { TaskInfo, TaskState } from './stage.js';

/**
 * The append-only list of a stage's tasks. It counts what runs, so that asking whether a stage is done costs the same
 * with ten tasks and with a hundred thousand; that is why only this class changes the state of a task.
 */
export class TaskTable implements Iterable<TaskInfo> {
  readonly #tasks = new Map<number, TaskInfo>();
  #nextId: number;
  #running = 0;

  /**
   * @param firstId first id that no earlier attempt of the stage has used
   * @param tasks those that the stage has already
   */
  constructor(firstId: number, tasks: readonly TaskInfo[] = []) {
    this.#nextId = firstId;
    for (const task of tasks) {
      this.#tasks.set(task.taskId, task);
      if (task.status.kind === 'running') this.#running += 1;
    }
  }

  /** Id that the next task will get. */
  get nextId(): number {
    return this.#nextId;
  }
  /** Tasks that were handed out and have not ended. */
  get running(): number {
    return this.#running;
  }
  get size(): number {
    return this.#tasks.size;
  }

  get(taskId: number): TaskInfo | undefined {
    return this.#tasks.get(taskId);
  }

  [Symbol.iterator](): Iterator<TaskInfo> {
    return this.#tasks.values();
  }

  start(executor: ExecutorMetadata, partitions: readonly number[], vcores: number, now: number): TaskInfo {
    const task: TaskInfo = {
      taskId: this.#nextId,
      partitions,
      executor,
      vcores,
      scheduledAt: now,
      status: { kind: 'running' },
      outputLost: false,
    };
    this.#nextId += 1;
    this.#running += 1;
    this.#tasks.set(task.taskId, task);
    return task;
  }

  /** Leaves ids out: somebody may have used them without our knowing. */
  skipIds(count: number): void {
    this.#nextId += count;
  }

  /** A running task ends, or a successful one turns out to have nothing to show. */
  end(task: TaskInfo, status: Exclude<TaskState, { kind: 'running' }>, now: number): void {
    const { kind } = task.status;
    if (kind === 'running') this.#running -= 1;
    else if (kind !== 'successful' || status.kind !== 'reset') {
      throw new InternalError(`task ${task.taskId} cannot go from ${kind} to ${status.kind}`);
    }
    task.status = status;
    task.finishedAt ??= now;
  }

  /** Tasks that run on an executor now. */
  runningOn(executorId: ExecutorId): TaskInfo[] {
    return [...this].filter((task) => task.status.kind === 'running' && task.executor.id === executorId);
  }

  /** Tasks that succeeded and whose output is gone. */
  lost(): TaskInfo[] {
    return [...this].filter((task) => task.outputLost && task.status.kind === 'successful');
  }
}
