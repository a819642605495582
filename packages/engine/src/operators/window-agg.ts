import { planSchema, type Value } from '@ballista-ts/core';
import { compileWindow } from '@ballista-ts/functions';
import { collectPartition } from '../execute.js';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { concatBatches, makeBatch, sliceRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Adds a column per window expression. The input is sorted by partition keys, then order keys. */
export const windowAggOperator = defineOperator<'WindowAggExec'>({
  kind: 'WindowAggExec',
  async *execute(plan, partition, context) {
    const inputSchema = planSchema(plan.input);
    const all = concatBatches(inputSchema, await collectPartition(plan.input, partition, context));
    if (all.numRows === 0) return;
    const added: Value[][] = [];
    for (const expr of plan.windowExprs) {
      const window = compileWindow(expr, inputSchema, context.evaluation);
      const keys = expr.partitionBy.map((key) => evaluateColumn(key, all, context));
      const compare = keyComparator(
        expr.partitionBy.map((key) => ({ expr: key, asc: true, nullsFirst: false })),
        inputSchema,
      );
      const column: Value[] = [];
      for (let start = 0; start < all.numRows; ) {
        let end = start + 1;
        while (end < all.numRows && compare(keys, start, keys, end) === 0) end += 1;
        for (const value of window.evaluatePartition(sliceRows(all, start, end - start))) column.push(value);
        start = end;
        await context.pacer.pause();
      }
      added.push(column);
    }
    const result = makeBatch(planSchema(plan), all.numRows, [...all.columns, ...added]);
    for (let start = 0; start < result.numRows; start += context.batchSize) {
      yield sliceRows(result, start, Math.min(context.batchSize, result.numRows - start));
    }
  },
});
