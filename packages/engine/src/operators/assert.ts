import { ExecutionError } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { defineOperator } from './operator.js';

/** Passes rows on; fails at the first one for which the predicate is not true. Rows before it in the same batch are not seen either. */
export const assertOperator = defineOperator<'AssertExec'>({
  kind: 'AssertExec',
  async *execute(plan, partition, context) {
    for await (const batch of execute(plan.input, partition, context)) {
      const holds = evaluateColumn(plan.predicate, batch, context);
      for (let row = 0; row < batch.numRows; row += 1) if (holds[row] !== true) throw new ExecutionError(plan.message);
      yield batch;
      await context.pacer.pause();
    }
  },
});
