import { planPartitionCount } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { sliceRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** One partition after another, as one. */
export const coalescePartitionsOperator = defineOperator<'CoalescePartitionsExec'>({
  kind: 'CoalescePartitionsExec',
  async *execute(plan, _partition, context) {
    let left = plan.fetch ?? Number.POSITIVE_INFINITY;
    const partitions = planPartitionCount(plan.input);
    for (let index = 0; index < partitions && left > 0; index += 1) {
      for await (const batch of execute(plan.input, index, context)) {
        const count = Math.min(batch.numRows, left);
        left -= count;
        yield count === batch.numRows ? batch : sliceRows(batch, 0, count);
        if (left <= 0) return;
      }
    }
  },
});
