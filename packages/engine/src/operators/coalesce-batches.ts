import { planSchema } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { execute } from '../execute.js';
import { concatBatches, sliceRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Small batches are joined until they reach the target; large ones pass. */
export const coalesceBatchesOperator = defineOperator<'CoalesceBatchesExec'>({
  kind: 'CoalesceBatchesExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    let held: ColumnBatch[] = [];
    let rows = 0;
    let left = plan.fetch ?? Number.POSITIVE_INFINITY;
    for await (const batch of execute(plan.input, partition, context)) {
      const part = batch.numRows > left ? sliceRows(batch, 0, left) : batch;
      held.push(part);
      rows += part.numRows;
      left -= part.numRows;
      if (rows < plan.targetBatchSize && left > 0) continue;
      yield concatBatches(schema, held);
      held = [];
      rows = 0;
      if (left <= 0) return;
    }
    if (rows > 0) yield concatBatches(schema, held);
  },
});
