import type { JobStatus } from '@ballista-ts/core';
import { displayPlan } from '@ballista-ts/core';
import type { Job } from '../core/job.js';
import type { JobDetails, SchedulerDriver } from '../driver/scheduler-driver.js';
import { shownPlan } from '../graph/stage.js';
import { jobMetrics, sumOf } from '../metrics/stage-metrics.js';

export type PlanFormat = 'default' | 'metrics';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function describeStatus({ status }: JobStatus): { readonly word: string; readonly text: string } {
  switch (status.kind) {
    case 'queued':
      return { word: 'Queued', text: 'Queued' };
    case 'running':
      return { word: 'Running', text: 'Running' };
    case 'failed':
      return { word: 'Failed', text: `Failed: ${status.error}` };
    case 'successful': {
      const partitions = new Set(status.locations.map((one) => one.partitionId.partitionId)).size;
      const rows = status.locations.reduce((sum, one) => sum + (one.stats.numRows ?? 0), 0);
      const elapsedMs = status.endedAt - status.startedAt;
      return {
        word: 'Completed',
        text: `Completed. Produced ${plural(partitions, 'partition')} containing ${plural(rows, 'row')}. Elapsed time: ${elapsedMs} ms.`,
      };
    }
  }
}

/** A job as a line of the list. */
export function jobSummary(job: Job, status: JobStatus) {
  const stages = job.graph?.stages ?? [];
  const completed = stages.filter((stage) => stage.state === 'successful').length;
  const { word, text } = describeStatus(status);
  return {
    job_id: job.request.jobId,
    job_name: job.request.jobName,
    job_status: text,
    status: word,
    num_stages: stages.length,
    completed_stages: completed,
    percent_complete: stages.length === 0 ? 0 : Math.floor((100 * completed) / stages.length),
    start_time: job.startedAt ?? job.queuedAt,
    end_time: job.endedAt ?? 0,
  };
}

/** A job with its plans. */
export const jobDetail = (job: Job, status: JobStatus, details: JobDetails | undefined, format: PlanFormat) => ({
  ...jobSummary(job, status),
  ...(details?.logicalPlan !== undefined && { logical_plan: details.logicalPlan }),
  ...(details?.physicalPlan !== undefined && { physical_plan: details.physicalPlan }),
  ...(job.graph !== undefined && {
    stage_plan: format === 'metrics' ? plansWithMetrics(job.graph) : stagePlans(job.graph),
  }),
});

type Graph = NonNullable<Job['graph']>;

const heading = (stage: Graph['stages'][number]): string =>
  `Stage ${stage.stageId} (${stage.state}, attempt ${stage.attempt}, ${plural(stage.partitionCount, 'partition')}):`;

const stagePlans = (graph: Graph): string =>
  graph.stages.map((stage) => `${heading(stage)}\n${displayPlan(shownPlan(stage))}`).join('\n\n');

function plansWithMetrics(graph: Graph): string {
  const metrics = jobMetrics(graph);
  return graph.stages
    .map((stage, index) => {
      const lines = metrics[index]!.operators.map((operator) => {
        const rows = sumOf([operator], 'outputRows');
        const elapsedMs = sumOf([operator], 'elapsedCompute') / 1e6;
        return `${'  '.repeat(operator.depth)}${operator.operatorDesc}, metrics=[output_rows=${rows}, elapsed_compute=${elapsedMs.toFixed(3)}ms]`;
      });
      return [heading(stage), ...lines].join('\n');
    })
    .join('\n\n');
}

/** The jobs that are not forgotten yet, oldest first. */
export const jobList = (driver: SchedulerDriver) =>
  driver.core.jobs().flatMap((job) => {
    const status = driver.core.status(job.request.jobId);
    return status === undefined ? [] : [jobSummary(job, status)];
  });
