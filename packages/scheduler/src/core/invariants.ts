import { type ExecutorId, InternalError } from '@ballista-ts/core';
import { checkInvariants } from '../graph/invariants.js';
import { tasksOf } from '../graph/stage.js';
import type { SchedulerCore } from './scheduler-core.js';

/**
 * What must hold of a scheduler after every event: the invariants of each graph, and that vcores are neither lost nor
 * made up.
 *
 * @throws InternalError with all that is wrong
 */
export function checkCoreInvariants(core: SchedulerCore): void {
  const broken: string[] = [];
  const used = new Map<ExecutorId, number>();
  for (const job of core.jobs()) {
    const { jobId } = job.request;
    const { graph } = job;
    if (graph === undefined) continue;
    checkInvariants(graph);
    if ((job.endedAt === undefined) !== (graph.ended === undefined)) {
      broken.push(`job ${jobId} ${job.endedAt === undefined ? 'goes on' : 'ended'}, its graph says otherwise`);
    }
    for (const task of graph.stages.flatMap(tasksOf)) {
      if (task.status.kind !== 'running') continue;
      const { id } = task.executor;
      used.set(id, (used.get(id) ?? 0) + task.vcores);
      if (core.executor(id) === undefined) broken.push(`job ${jobId} runs a task on executor ${id}, which is gone`);
    }
  }
  for (const { metadata, usedVcores } of core.executors()) {
    const real = used.get(metadata.id) ?? 0;
    if (real !== usedVcores) {
      broken.push(`executor ${metadata.id} counts ${usedVcores} vcores in use, its tasks have ${real}`);
    }
  }
  if (broken.length > 0) throw new InternalError(broken.join('; '));
}
