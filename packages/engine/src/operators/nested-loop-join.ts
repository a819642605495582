import { planSchema } from '@ballista-ts/core';
import { collectPartition, execute } from '../execute.js';
import { concatBatches } from '../expressions/take.js';
import { allPairs } from '../joins/all-pairs.js';
import { joinRows } from '../joins/join-rows.js';
import { defineOperator } from './operator.js';

/** Every left row with every right row, kept by the filter. */
export const nestedLoopJoinOperator = defineOperator<'NestedLoopJoinExec'>({
  kind: 'NestedLoopJoinExec',
  async *execute(plan, partition, context) {
    const leftSchema = planSchema(plan.left);
    const left = concatBatches(leftSchema, await collectPartition(plan.left, 0, context));
    const request = { ...plan, leftSchema, rightSchema: planSchema(plan.right) };
    yield* joinRows(request, left, execute(plan.right, partition, context), allPairs(left.numRows), context);
  },
});
