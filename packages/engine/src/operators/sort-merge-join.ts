import { NotYetSupportedError, planSchema, type Value } from '@ballista-ts/core';
import { collectPartition, execute } from '../execute.js';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { concatBatches } from '../expressions/take.js';
import { joinRows, type PairFinder, type RowPairs } from '../joins/join-rows.js';
import { nullAwareAntiJoin } from '../joins/null-aware-anti.js';
import { defineOperator } from './operator.js';

const pairLimit = 65_536;

/** Walks two inputs that are sorted by their keys side by side. The left one is held, the right one streams. */
export const sortMergeJoinOperator = defineOperator<'SortMergeJoinExec'>({
  kind: 'SortMergeJoinExec',
  async *execute(plan, partition, context) {
    const leftSchema = planSchema(plan.left);
    const left = concatBatches(leftSchema, await collectPartition(plan.left, partition, context));
    const right = execute(plan.right, partition, context);
    if (plan.nullAware) {
      if (plan.joinType !== 'leftAnti') throw new NotYetSupportedError(`null-aware ${plan.joinType} join`);
      yield* nullAwareAntiJoin(plan, left, right, context);
      return;
    }
    const leftKeys = plan.on.map((pair) => evaluateColumn(pair.left, left, context));
    const compare = keyComparator(
      plan.on.map((pair, index) => ({ expr: pair.left, ...plan.sortOptions[index]! })),
      leftSchema,
    );
    const hasNull = (keys: readonly (readonly Value[])[], row: number): boolean =>
      keys.some((column) => column[row] === null);
    // First left row that is not before the right row at hand; both sides only move forward.
    let start = 0;
    const find: PairFinder = function* (batch) {
      const rightKeys = plan.on.map((pair) => evaluateColumn(pair.right, batch, context));
      let pairs: RowPairs = { left: [], right: [] };
      for (let row = 0; row < batch.numRows; row += 1) {
        if (plan.nullEquality === 'nullEqualsNothing' && hasNull(rightKeys, row)) continue;
        while (start < left.numRows && compare(leftKeys, start, rightKeys, row) < 0) start += 1;
        for (let match = start; match < left.numRows && compare(leftKeys, match, rightKeys, row) === 0; match += 1) {
          pairs.left.push(match);
          pairs.right.push(row);
          if (pairs.left.length >= pairLimit) {
            yield pairs;
            pairs = { left: [], right: [] };
          }
        }
      }
      yield pairs;
    };
    yield* joinRows({ ...plan, leftSchema, rightSchema: planSchema(plan.right) }, left, right, find, context);
  },
});
