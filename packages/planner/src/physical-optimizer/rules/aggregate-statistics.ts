import {
  type AggregateExec,
  type ExecutionPlan,
  emptySchema,
  type PhysicalAggregateExpr,
  planStatistics,
  type ScalarValue,
  type Statistics,
} from '@ballista-ts/core';
import { isPlainlyOrdered } from '../../physical/merge-statistics.js';
import { changed, unchanged } from '../../rule.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/**
 * Answers counts, minima and maxima over everything from exact statistics, without reading a row: `count(*)` of a Parquet table
 * is in its footers. Stands aside when there are keys, a filter, or a single aggregate that the statistics do not tell.
 */
export const aggregateStatistics: PhysicalOptimizerRule = {
  name: 'aggregate_statistics',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    const answer = plan.kind === 'AggregateExec' ? answerFromStatistics(plan) : undefined;
    return answer === undefined ? unchanged(plan) : changed(answer);
  },
};

/** The row that an aggregate gives, as constants; undefined when statistics do not tell it. */
export function answerFromStatistics(plan: AggregateExec): ExecutionPlan | undefined {
  if (plan.groupBy.exprs.length > 0 || plan.groupBy.groupingSets !== undefined) return undefined;
  let input: ExecutionPlan;
  if (plan.mode === 'single') input = plan.input;
  else {
    const partial = plan.input.kind === 'CoalescePartitionsExec' ? plan.input.input : plan.input;
    if (plan.mode !== 'final' || partial.kind !== 'AggregateExec' || partial.mode !== 'partial') return undefined;
    input = partial.input;
  }
  const statistics = planStatistics(input);
  const values = plan.aggregates.map((one) => valueOf(one, statistics));
  if (values.length === 0 || !values.every((value) => value !== undefined)) return undefined;
  return {
    kind: 'ProjectionExec',
    exprs: values.map((value, index) => ({ expr: { kind: 'Literal', value }, name: plan.aggregates[index]!.name })),
    input: { kind: 'PlaceholderRowExec', schema: emptySchema },
  };
}

function valueOf(one: PhysicalAggregateExpr, { numRows, columns }: Statistics): ScalarValue | undefined {
  if (one.filter !== undefined || one.distinct || numRows.kind !== 'exact') return undefined;
  const [arg] = one.args;
  const { type } = one.field;
  const count = (rows: number): ScalarValue | undefined =>
    type.kind === 'Int64' ? { type, value: BigInt(rows) } : undefined;
  if (one.function === 'count' && one.args.length === 0) return count(numRows.value);
  const column = arg?.kind === 'Column' && one.args.length === 1 ? columns[arg.index] : undefined;
  if (column === undefined) return undefined;
  if (one.function === 'count') {
    return column.nullCount.kind === 'exact' ? count(numRows.value - column.nullCount.value) : undefined;
  }
  if (one.function !== 'min' && one.function !== 'max') return undefined;
  if (numRows.value === 0) return { type, value: null };
  const extreme = column[one.function];
  return extreme.kind === 'exact' && isPlainlyOrdered(type) ? { type, value: extreme.value } : undefined;
}
