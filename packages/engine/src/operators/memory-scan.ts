import { planSchema } from '@ballista-ts/core';
import { columnBatchFromArrow } from '@ballista-ts/functions';
import { RecordBatchReader } from 'apache-arrow';
import { pickColumns, sliceRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Rows that came with the plan, as Arrow streams. */
export const memoryScanOperator = defineOperator<'MemoryScanExec'>({
  kind: 'MemoryScanExec',
  async *execute(plan, partition, context) {
    const bytes = plan.partitions[partition];
    if (bytes === undefined || bytes.byteLength === 0) return;
    let left = plan.fetch ?? Number.POSITIVE_INFINITY;
    const schema = planSchema({ ...plan, projection: plan.schema.fields.map((_field, index) => index) });
    for (const recordBatch of RecordBatchReader.from(bytes)) {
      const batch = columnBatchFromArrow(schema, recordBatch);
      const picked = plan.projection === undefined ? batch : pickColumns(batch, plan.projection);
      const count = Math.min(picked.numRows, left);
      left -= count;
      if (count > 0) yield sliceRows(picked, 0, count);
      if (left <= 0) return;
      await context.pacer.pause();
    }
  },
});
