import { planSchema } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { makeBatch } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** One column per expression. A column that passes through is shared, not copied. */
export const projectionOperator = defineOperator<'ProjectionExec'>({
  kind: 'ProjectionExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    for await (const batch of execute(plan.input, partition, context)) {
      yield makeBatch(
        schema,
        batch.numRows,
        plan.exprs.map(({ expr }) =>
          expr.kind === 'Column' ? batch.columns[expr.index]! : evaluateColumn(expr, batch, context),
        ),
      );
      await context.pacer.pause();
    }
  },
});
