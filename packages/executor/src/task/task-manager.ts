import {
  type Clock,
  type ExecutorId,
  type JobId,
  type Logger,
  ResourcesExhaustedError,
  type TaskDefinition,
  type TaskKey,
  type TaskStatus,
} from '@ballista-ts/core';
import { type MemoryPool, taskPoolBytes } from '../memory-pool.js';
import type { RunOutcome, RunRequest } from '../worker/messages.js';
import { asTaskStatus } from './as-task-status.js';

/** Where tasks run; {@link WorkerPool} in production. */
export interface TaskRunner {
  run(request: RunRequest): Promise<RunOutcome>;
  cancel(run: number): void;
}

export interface TaskManagerOptions {
  readonly executorId: ExecutorId;
  readonly runner: TaskRunner;
  readonly memoryPool: MemoryPool;
  readonly vcores: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: (status: TaskStatus) => void;
  /** Removes whatever files a task that failed may have left. */
  readonly removeTaskFiles: (task: TaskDefinition) => Promise<void>;
}

interface RunningTask {
  readonly run: number;
  readonly task: TaskDefinition;
  readonly vcores: number;
}

/** Tasks that wait beyond those that run, per vcore: more than that is a scheduler gone wild. */
const maxTasksPerVcore = 50;

/** Ended tasks that are remembered. Those of jobs whose data was removed are forgotten before that. */
const maxEnded = 10_000;

/**
 * Takes tasks, runs them, and reports how each ended. A task is run once, however often it is launched: a scheduler that did
 * not get our answer, or that was restarted and cannot know whether we have it, asks again. If it has ended, that is reported
 * again.
 */
export class TaskManager {
  readonly #options: TaskManagerOptions;
  readonly #tasks = new Map<string, RunningTask>();
  /** How tasks ended, oldest first. */
  readonly #endings = new Map<string, TaskStatus>();
  #nextRun = 0;
  #idle: (() => void)[] = [];

  constructor(options: TaskManagerOptions) {
    this.#options = options;
  }

  /** Tasks that were taken and have not ended. */
  get size(): number {
    return this.#tasks.size;
  }

  get freeVcores(): number {
    let used = 0;
    for (const { vcores } of this.#tasks.values()) used += vcores;
    return Math.max(0, this.#options.vcores - used);
  }

  /** Whether it has or had all of these. */
  knows(tasks: readonly TaskKey[]): boolean {
    return tasks.map(keyOf).every((key) => this.#tasks.has(key) || this.#endings.has(key));
  }

  /**
   * Takes tasks; those that it has already are left alone, those that have ended are reported again.
   * @throws ResourcesExhaustedError when there are far more than could run; none is taken then
   */
  launch(tasks: readonly TaskDefinition[]): void {
    const { vcores, runner, memoryPool } = this.#options;
    const limit = vcores * maxTasksPerVcore;
    const fresh = tasks.filter((task) => !this.knows([task]));
    if (this.#tasks.size + fresh.length > limit) {
      throw new ResourcesExhaustedError(
        `this executor holds ${this.#tasks.size} tasks; ${fresh.length} more are over its limit of ${limit}`,
      );
    }
    for (const task of tasks) {
      const key = keyOf(task);
      if (this.#tasks.has(key)) continue;
      const ending = this.#endings.get(key);
      if (ending !== undefined) {
        this.#options.report(ending);
        continue;
      }
      const run = this.#nextRun;
      this.#nextRun += 1;
      this.#tasks.set(key, { run, task, vcores: Math.max(task.vcoresConsumed, 1) });
      const started = this.#options.clock.now();
      const poolBytes = taskPoolBytes(memoryPool, task.vcoresConsumed);
      void runner.run({ run, task, poolBytes }).then((outcome) => this.#ended(key, task, started, outcome));
    }
  }

  /** Asks tasks to stop; what is not here is fine. */
  cancel(keys: readonly TaskKey[]): void {
    for (const key of keys) {
      const running = this.#tasks.get(keyOf(key));
      if (running !== undefined) this.#options.runner.cancel(running.run);
    }
  }

  /** Asks all tasks of a job, or of some of its stages, to stop, and resolves when they have. */
  async cancelJob(job: JobId, stageIds: readonly number[]): Promise<void> {
    const concerned = (): RunningTask[] =>
      [...this.#tasks.values()].filter(
        ({ task }) => task.jobId === job && (stageIds.length === 0 || stageIds.includes(task.stageId)),
      );
    for (const { run } of concerned()) this.#options.runner.cancel(run);
    while (concerned().length > 0) await this.#change();
  }

  /** What these stages of a job did is of no interest any more; all of them when none is named. */
  forget(job: JobId, stageIds: readonly number[]): void {
    for (const [key, { jobId, stageId }] of this.#endings) {
      if (jobId === job && (stageIds.length === 0 || stageIds.includes(stageId))) this.#endings.delete(key);
    }
  }

  cancelAll(): void {
    for (const { run } of this.#tasks.values()) this.#options.runner.cancel(run);
  }

  /** Resolves when no task is left. */
  async drained(): Promise<void> {
    while (this.#tasks.size > 0) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #ended(key: string, task: TaskDefinition, startExecTime: number, outcome: RunOutcome): Promise<void> {
    const { executorId, clock, logger, report, removeTaskFiles } = this.#options;
    if (outcome.kind === 'failed') {
      logger.warn('task failed', { ...keyFields(task), error: outcome.failed.error });
      await removeTaskFiles(task).catch((error: unknown) =>
        logger.error('cannot remove files of a failed task', { error }),
      );
    }
    const times = { launchTime: task.launchTime, startExecTime, endExecTime: clock.now() };
    const extras =
      outcome.kind === 'ok' ? { operatorMetrics: outcome.metrics, runtimeStats: outcome.runtimeStats } : {};
    const result = outcome.kind === 'ok' ? { kind: 'ok' as const, partitions: outcome.partitions } : outcome;
    const { jobId, stageId, taskId } = task;
    const status = asTaskStatus(result, executorId, task.stageAttemptNum, { jobId, stageId, taskId }, times, extras);
    this.#endings.set(key, status);
    if (this.#endings.size > maxEnded) this.#endings.delete(this.#endings.keys().next().value!);
    report(status);
    this.#tasks.delete(key);
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}

const keyOf = ({ jobId, stageId, taskId }: TaskKey): string => `${jobId}/${stageId}/${taskId}`;

const keyFields = ({ jobId, stageId, taskId }: TaskKey): TaskKey => ({ jobId, stageId, taskId });
