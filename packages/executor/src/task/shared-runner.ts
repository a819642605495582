import type { FailedTask } from '@ballista-ts/core';
import { mergeSortParts, sumWritten } from '../shuffle/merge-sort-parts.js';
import type { RunOutcome, RunRequest } from '../worker/messages.js';
import { classifyError } from './classify-error.js';
import { mergeMetrics } from './merge-metrics.js';
import type { TaskRunner } from './task-manager.js';

/**
 * Spreads the partitions of a task over as many workers as it has vcores. The scheduler counted that many of ours as busy, so they are
 * free. One that fails stops the others.
 */
export class SharedRunner implements TaskRunner {
  readonly #runner: TaskRunner;
  readonly #workDir: string;
  /** The runs that stand for one of our caller's. */
  readonly #shares = new Map<number, readonly number[]>();
  #nextRun = 0;

  constructor(runner: TaskRunner, workDir: string) {
    this.#runner = runner;
    this.#workDir = workDir;
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    const count = shareCount(request);
    const runs = Array.from({ length: count }, () => this.#nextRun++);
    this.#shares.set(request.run, runs);
    try {
      if (count === 1) return await this.#runner.run({ ...request, run: runs[0]! });
      const poolBytes = request.poolBytes === undefined ? undefined : Math.floor(request.poolBytes / count);
      let failure: FailedTask | undefined;
      const outcomes = await Promise.all(
        runs.map(async (run, index) => {
          const outcome = await this.#runner.run({ ...request, run, poolBytes, share: { index, count } });
          if (outcome.kind === 'failed') {
            // The first failure is the reason; that the others were stopped because of it is not.
            failure ??= outcome.failed;
            for (const other of runs) if (other !== run) this.#runner.cancel(other);
          }
          return outcome;
        }),
      );
      if (failure !== undefined) return { kind: 'failed', failed: failure };
      const ok = outcomes.filter((outcome) => outcome.kind === 'ok');
      await mergeSortParts(this.#workDir, request.task);
      return {
        kind: 'ok',
        partitions: sumWritten(ok.map(({ partitions }) => partitions)),
        metrics: mergeMetrics(ok.map(({ metrics }) => metrics)),
        runtimeStats: ok.flatMap(({ runtimeStats }) => runtimeStats),
      };
    } catch (error) {
      return { kind: 'failed', failed: classifyError(error) };
    } finally {
      this.#shares.delete(request.run);
    }
  }

  cancel(run: number): void {
    for (const share of this.#shares.get(run) ?? []) this.#runner.cancel(share);
  }
}

/** As many workers as vcores, unless two partitions go to one file, which one worker has to write. */
function shareCount({ task }: RunRequest): number {
  const ids = task.globalOutputPartitionIds;
  return new Set(ids).size === ids.length ? Math.max(1, task.vcoresConsumed) : 1;
}
