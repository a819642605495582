import type { SchedulerMetricsCollector } from './collector.js';

interface Histogram {
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum: number;
  count: number;
}

const histogram = (name: string, help: string, bounds: readonly number[]): Histogram => ({
  name,
  help,
  bounds,
  counts: bounds.map(() => 0),
  sum: 0,
  count: 0,
});

function observe(into: Histogram, value: number): void {
  into.sum += value;
  into.count += 1;
  for (const [index, bound] of into.bounds.entries()) if (value <= bound) into.counts[index]! += 1;
}

const histogramText = ({ name, help, bounds, counts, sum, count }: Histogram): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} histogram`,
  ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index]}`),
  `${name}_bucket{le="+Inf"} ${count}`,
  `${name}_sum ${sum}`,
  `${name}_count ${count}`,
];

const plainText = (name: string, type: 'counter' | 'gauge', help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`,
];

/** Upstream's series in Prometheus' text format. Each scheduler has its own, so two in one process do not mix. */
export function createPrometheusCollector(): SchedulerMetricsCollector {
  const execTime = histogram('job_exec_time_seconds', 'Seconds from submission to success', [0.5, 1, 5, 30, 60]);
  const planningTime = histogram(
    'planning_time_ms',
    'Milliseconds from submission to the first task',
    [1, 5, 25, 100, 500],
  );
  let failed = 0;
  let cancelled = 0;
  let completed = 0;
  let submitted = 0;
  let rejected = 0;
  let pending = 0;
  return {
    recordSubmitted(_jobId, queuedAt, submittedAt) {
      submitted += 1;
      observe(planningTime, submittedAt - queuedAt);
    },
    recordCompleted(_jobId, queuedAt, completedAt) {
      completed += 1;
      observe(execTime, (completedAt - queuedAt) / 1000);
    },
    recordFailed() {
      failed += 1;
    },
    recordCancelled() {
      cancelled += 1;
    },
    recordRejectedByProtocolVersion() {
      rejected += 1;
    },
    setPendingTasksQueueSize(count) {
      pending = count;
    },
    gather: () => ({
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      body: `${[
        ...histogramText(execTime),
        ...histogramText(planningTime),
        ...plainText('job_failed_total', 'counter', 'Jobs that failed', failed),
        ...plainText('job_cancelled_total', 'counter', 'Jobs that were cancelled', cancelled),
        ...plainText('job_completed_total', 'counter', 'Jobs that succeeded', completed),
        ...plainText('job_submitted_total', 'counter', 'Jobs that were planned and began', submitted),
        ...plainText(
          'ballista_scheduler_rejected_by_protocol_version_total',
          'counter',
          'Calls of executors with another protocol version that were refused',
          rejected,
        ),
        ...plainText('pending_task_queue_size', 'gauge', 'Partitions that wait for a vcore', pending),
      ].join('\n')}\n`,
    }),
  };
}
