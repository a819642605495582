import { planPartitionCount, planSchema } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { collectPartition } from '../execute.js';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { concatBatches, takeRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Sorts a partition (or, without `preservePartitioning`, its single one). Equal rows keep their order. */
export const sortOperator = defineOperator<'SortExec'>({
  kind: 'SortExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    const batches: ColumnBatch[] = [];
    const inputs = plan.preservePartitioning
      ? [partition]
      : Array.from({ length: planPartitionCount(plan.input) }, (_v, index) => index);
    for (const index of inputs) batches.push(...(await collectPartition(plan.input, index, context)));
    const all = concatBatches(schema, batches);
    const keys = plan.exprs.map((key) => evaluateColumn(key.expr, all, context));
    const compare = keyComparator(plan.exprs, schema);
    const order = Array.from({ length: all.numRows }, (_v, row) => row);
    context.pacer.check();
    order.sort((a, b) => compare(keys, a, keys, b) || a - b);
    const wanted = plan.fetch === undefined ? order : order.slice(0, plan.fetch);
    for (let start = 0; start < wanted.length; start += context.batchSize) {
      yield takeRows(all, wanted.slice(start, start + context.batchSize));
      await context.pacer.pause();
    }
  },
});
