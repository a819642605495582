import {
  type AnalyzePlan,
  batchFromRows,
  explainSchema,
  NotYetSupportedError,
  type OperatorMetric,
  type StageMetrics,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';

type Category = NonNullable<AnalyzePlan['categories']>[number];
type Value = OperatorMetric['value'];

/** @throws NotYetSupportedError for forms of EXPLAIN ANALYZE that there are not yet. */
export function checkAnalyze({ verbose, format }: AnalyzePlan): void {
  if (verbose) throw new NotYetSupportedError('EXPLAIN ANALYZE VERBOSE');
  if (format !== 'indent') throw new NotYetSupportedError(`EXPLAIN ANALYZE with FORMAT ${format.toUpperCase()}`);
}

/** The one row of EXPLAIN ANALYZE: the plan of each stage, each operator with what it counted. */
export const analyzeRows = (stages: readonly StageMetrics[], plan: AnalyzePlan): RecordBatch =>
  batchFromRows(explainSchema, [['Plan with Metrics', stages.map((stage) => formatStage(stage, plan)).join('\n\n')]]);

function formatStage({ stageId, partitions, operators }: StageMetrics, plan: AnalyzePlan): string {
  const lines = operators.map(({ depth, operatorDesc, metrics }) => {
    const shown = metrics
      .filter(({ value }) => isShown(value, plan))
      .map(({ value }) => `${nameOf(value)}=${formatMetric(value)}`)
      .sort();
    return `${'  '.repeat(depth)}${operatorDesc}, metrics=[${shown.join(', ')}]`;
  });
  return [`Stage ${stageId} (${partitions} partition${partitions === 1 ? '' : 's'}):`, ...lines].join('\n');
}

const names: Partial<Record<Value['kind'], string>> = {
  outputRows: 'output_rows',
  elapsedCompute: 'elapsed_compute',
  spillCount: 'spill_count',
  spilledBytes: 'spilled_bytes',
  spilledRows: 'spilled_rows',
  currentMemoryUsage: 'mem_used',
  outputBytes: 'output_bytes',
  outputBatches: 'output_batches',
  startTimestamp: 'start_timestamp',
  endTimestamp: 'end_timestamp',
};
const nameOf = (value: Value): string => ('name' in value ? value.name : names[value.kind]!);

/** Those that tell where the time and the rows went; the rest is for those who work on the engine. */
const summary: readonly string[] = ['output_rows', 'elapsed_compute', 'output_bytes', 'spill_count', 'spilled_bytes'];

function isShown(value: Value, { level, categories }: AnalyzePlan): boolean {
  if (level === 'summary' && !summary.includes(nameOf(value))) return false;
  return categories === undefined || categories.includes(categoryOf(value));
}

function categoryOf(value: Value): Category {
  const name = nameOf(value);
  if (isTime(value)) return 'timing';
  if (name.endsWith('rows')) return 'rows';
  if (name.endsWith('bytes') || name.startsWith('bytes') || name === 'mem_used') return 'bytes';
  return 'uncategorized';
}

const isTime = (value: Value): boolean =>
  value.kind === 'elapsedCompute' ||
  value.kind === 'time' ||
  value.kind.endsWith('Timestamp') ||
  (value.kind === 'count' && value.name.endsWith('_time'));

function formatMetric(value: Value): string {
  if (value.kind === 'pruning') return `${value.pruned + value.matched} total → ${value.matched} matched`;
  if (value.kind === 'ratio') return value.total === 0 ? 'N/A' : `${((100 * value.part) / value.total).toFixed(1)}%`;
  if (value.kind === 'startTimestamp' || value.kind === 'endTimestamp')
    return new Date(value.value / 1e6).toISOString();
  return isTime(value) ? formatNanos(value.value) : String(value.value);
}

function formatNanos(nanos: number): string {
  if (nanos < 1e3) return `${nanos}ns`;
  if (nanos < 1e6) return `${(nanos / 1e3).toFixed(2)}µs`;
  return nanos < 1e9 ? `${(nanos / 1e6).toFixed(2)}ms` : `${(nanos / 1e9).toFixed(2)}s`;
}
