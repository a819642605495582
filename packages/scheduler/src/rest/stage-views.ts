import { displayPlan, type OperatorMetricsSet, planChildren } from '@ballista-ts/core';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { type Stage, shownPlan, type TaskInfo, type TaskState, tasksOf } from '../graph/stage.js';
import { operatorsOf, stageMetrics, sumOf } from '../metrics/stage-metrics.js';

const stateWords = {
  unresolved: 'UnResolved',
  resolved: 'Resolved',
  running: 'Running',
  successful: 'Successful',
  failed: 'Failed',
} as const satisfies Record<Stage['state'], string>;

const reasonWords = {
  executionError: 'ExecutionError',
  fetchPartitionError: 'FetchPartitionError',
  ioError: 'IOError',
  executorLost: 'ExecutorLost',
  resultLost: 'ResultLost',
  taskKilled: 'TaskKilled',
} as const;

function taskStatus(status: TaskState) {
  switch (status.kind) {
    case 'running':
      return 'Running';
    case 'successful':
      return 'Successful';
    case 'reset':
      return { Failed: { reason: reasonWords.resultLost, error: status.error } };
    case 'failed': {
      const { reason, error } = status.failed;
      return { Failed: { reason: reason === undefined ? 'Unknown' : reasonWords[reason.kind], error } };
    }
  }
}

/** Every stage of a job with its tasks. */
export const stageList = (graph: ExecutionGraph) => ({ stages: graph.stages.map(stageSummary) });

function stageSummary(stage: Stage) {
  const { operators } = stageMetrics(stage);
  const leaves = leafIndexes(stage);
  const tasks = tasksOf(stage).map((task) => taskSummary(task, leaves));
  const done = tasks.filter((task) => task.status === 'Successful');
  const counted = sumOf(operators, 'count', 'input_rows');
  return {
    stage_id: String(stage.stageId),
    stage_status: stateWords[stage.state],
    attempt: stage.attempt,
    partitions: stage.partitionCount,
    input_rows:
      counted > 0
        ? counted
        : sumOf(
            leaves.map((index) => operators[index]!),
            'outputRows',
          ),
    output_rows: sumOf(operators.slice(0, 1), 'outputRows'),
    // Of shuffle files: what this stage's readers took from other executors, and from their own.
    remote_bytes: sumOf(operators, 'count', 'remote_bytes'),
    local_bytes: sumOf(operators, 'count', 'local_bytes'),
    elapsed_compute: sumOf(operators, 'elapsedCompute'),
    stage_plan: displayPlan(shownPlan(stage)),
    ...(done.length > 0 && {
      task_duration_percentiles: percentiles(done.map((task) => task.exec_duration)),
      task_input_percentiles: percentiles(done.map((task) => task.input_rows)),
    }),
    tasks,
  };
}

/** Positions, among the operators in pre-order, of those that read from outside the stage. */
const leafIndexes = (stage: Stage): number[] =>
  operatorsOf(shownPlan(stage)).flatMap(({ node }, index) => (planChildren(node).length === 0 ? [index] : []));

function taskSummary(task: TaskInfo, leaves: readonly number[]) {
  const start = task.startExecTime ?? 0;
  const end = task.endExecTime ?? 0;
  const sets = task.metrics ?? [];
  const counted = rows(sets, 'input_rows');
  return {
    id: task.taskId,
    status: taskStatus(task.status),
    executor_id: task.executor.id,
    vcores: task.vcores,
    partition_id: [...task.partitions],
    scheduled_time: task.scheduledAt,
    launch_time: task.scheduledAt,
    start_exec_time: start,
    end_exec_time: end,
    exec_duration: Math.max(end - start, 0),
    finish_time: task.finishedAt ?? 0,
    input_rows: counted > 0 ? counted : rows(leaves.flatMap((index) => sets[index] ?? [])),
    output_rows: rows(sets.slice(0, 1)),
  };
}

/** Rows that operators count: those they put out, or a counter by name. */
function rows(sets: readonly OperatorMetricsSet[], name?: string): number {
  let sum = 0;
  for (const { value } of sets.flatMap((set) => set.metrics)) {
    if (name === undefined ? value.kind === 'outputRows' : value.kind === 'count' && value.name === name) {
      sum += 'value' in value ? value.value : 0;
    }
  }
  return sum;
}

/** Of n values the one at round(p/100 * (n - 1)), e.g. the median of 4 is the third. */
export function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (percent: number): number => sorted[Math.round((percent / 100) * (sorted.length - 1))] ?? 0;
  return { min: at(0), p25: at(25), median: at(50), p75: at(75), max: at(100) };
}
