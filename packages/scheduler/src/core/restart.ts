import type { ExecutorId, ExecutorMetadata } from '@ballista-ts/core';
import type { SchedulerEffect, TaskLaunch } from './effects.js';
import type { ExecutorPool } from './executor-pool.js';
import type { Job } from './job.js';
import type { SchedulerCoreOptions } from './options.js';

/** What was decided that long before the end may not have been said any more. */
const unsaidMs = 60_000;
/**
 * Ids that a restarted scheduler leaves out in every stage. After a power failure the last launches may be missing from the
 * log, while executors know them: an id must not come to mean another task.
 */
const taskIdGap = 100_000;

/**
 * What a scheduler that was down has to catch up on. What it had decided last may or may not have been said, so it is said
 * again: executors know tasks by their ids, run none twice, and report those again that have ended.
 */
export function resumeJobs(
  jobs: Iterable<Job>,
  executors: ExecutorPool,
  options: SchedulerCoreOptions,
  now: number,
): SchedulerEffect[] {
  const effects: SchedulerEffect[] = [];
  const launches = new Map<ExecutorId, { executor: ExecutorMetadata; tasks: TaskLaunch[] }>();
  for (const job of jobs) {
    if (job.endedAt !== undefined) {
      effects.push(...resumeEnded(job, job.endedAt, executors, options, now));
      continue;
    }
    if (job.graph === undefined) {
      effects.push({ kind: 'planJob', job: job.request });
      continue;
    }
    job.graph.skipTaskIds(taskIdGap);
    for (const bound of job.graph.runningTasks()) {
      // Under its present address.
      const executor = executors.get(bound.task.executor.id)?.metadata;
      if (executor === undefined) continue;
      const launch = launches.get(executor.id) ?? { executor, tasks: [] };
      launches.set(executor.id, launch);
      launch.tasks.push({ job: job.request, bound });
    }
  }
  for (const { executor, tasks } of launches.values()) effects.push({ kind: 'launchTasks', executor, tasks });
  for (const record of executors.all()) {
    // Nobody could beat while we were down.
    record.lastSeen = now;
    const reason = 'the scheduler has started again';
    effects.push({ kind: 'probeExecutor', executor: record.metadata, reason });
  }
  return effects;
}

function resumeEnded(
  job: Job,
  endedAt: number,
  executors: ExecutorPool,
  options: SchedulerCoreOptions,
  now: number,
): SchedulerEffect[] {
  const effects: SchedulerEffect[] = [];
  const { jobId } = job.request;
  const { finishedJobDataCleanUpMs: dataMs, finishedJobStateCleanUpMs: stateMs } = options;
  if (job.graph !== undefined && now - endedAt < unsaidMs) {
    const { stages, finalStageId } = job.graph;
    const stageIds =
      job.error === undefined ? stages.map((one) => one.stageId).filter((id) => id !== finalStageId) : [];
    if (job.error !== undefined || stageIds.length > 0) {
      for (const { metadata } of executors.all()) {
        effects.push({ kind: 'removeJobData', executor: metadata, jobId, stageIds });
      }
    }
  }
  if (job.graph !== undefined && job.error === undefined && job.dataRemoved !== true && dataMs > 0) {
    const untouched = now - Math.max(endedAt, job.lastReadAt ?? 0);
    effects.push(timer({ kind: 'cleanJobData', jobId }, dataMs - untouched));
  }
  if (stateMs > 0) effects.push(timer({ kind: 'dropJob', jobId }, endedAt + stateMs - now));
  return effects;
}

const timer = (what: Extract<SchedulerEffect, { kind: 'setTimer' }>['timer'], delayMs: number): SchedulerEffect => ({
  kind: 'setTimer',
  timer: what,
  delayMs: Math.max(delayMs, 0),
});
