import type { ExecutorId, ExecutorMetadata } from '@ballista-ts/core';
import type { ExecutorSlot, TaskDistribution } from './distribution.js';
import type { SchedulerEffect, TaskLaunch } from './effects.js';
import { type ExecutorPool, freeVcores } from './executor-pool.js';
import type { Job } from './job.js';

/**
 * Hands waiting work to free vcores until one of them runs out. Jobs are served in order of submission; each job's own
 * settings say how many partitions a task may hold.
 */
export function offerTasks(
  jobs: Iterable<Job>,
  executors: ExecutorPool,
  distribution: TaskDistribution,
  now: number,
): SchedulerEffect[] {
  // Most reports come when nothing waits, and most executors are idle then.
  const waiting = [...jobs].filter((job) => (job.graph?.pendingPartitions() ?? 0) > 0);
  if (waiting.length === 0) return [];
  const slots = executors.available().map(
    (one): ExecutorSlot => ({
      executor: one.metadata,
      get freeVcores() {
        return freeVcores(one);
      },
    }),
  );
  if (slots.length === 0) return [];
  const placement = distribution.place(slots);
  const launches = new Map<ExecutorId, { executor: ExecutorMetadata; tasks: TaskLaunch[] }>();
  offering: for (const job of waiting) {
    const { graph } = job;
    if (graph === undefined) continue;
    const cap = job.request.config.get('ballista.scheduler.max_partitions_per_task');
    while (graph.pendingPartitions() > 0) {
      const slot = placement.next();
      if (slot === undefined) break offering;
      const { executor } = slot;
      const bound = graph.bind(executor, slot.freeVcores, cap, now);
      if (bound === undefined) break;
      executors.take(executor.id, bound.task.vcores);
      const launch = launches.get(executor.id);
      if (launch === undefined) launches.set(executor.id, { executor, tasks: [{ job: job.request, bound }] });
      else launch.tasks.push({ job: job.request, bound });
    }
  }
  return [...launches.values()].map((launch) => ({ kind: 'launchTasks', ...launch }));
}
