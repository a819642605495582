import { execute } from '../execute.js';
import { sliceRows } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Skips, then passes at most `fetch` rows, and then stops its input. */
export const globalLimitOperator = defineOperator<'GlobalLimitExec'>({
  kind: 'GlobalLimitExec',
  async *execute(plan, partition, context) {
    let skip = plan.skip;
    let left = plan.fetch ?? Number.POSITIVE_INFINITY;
    if (left <= 0) return;
    for await (const batch of execute(plan.input, partition, context)) {
      const start = Math.min(skip, batch.numRows);
      skip -= start;
      const count = Math.min(batch.numRows - start, left);
      left -= count;
      if (count > 0) yield sliceRows(batch, start, count);
      if (left <= 0) return;
    }
  },
});

/** Passes at most `fetch` rows of each partition. */
export const localLimitOperator = defineOperator<'LocalLimitExec'>({
  kind: 'LocalLimitExec',
  async *execute(plan, partition, context) {
    let left = plan.fetch;
    if (left <= 0) return;
    for await (const batch of execute(plan.input, partition, context)) {
      const count = Math.min(batch.numRows, left);
      left -= count;
      yield sliceRows(batch, 0, count);
      if (left <= 0) return;
    }
  },
});
