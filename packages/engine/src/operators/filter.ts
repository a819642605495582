import { planSchema } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { pickColumns, takeRows, withSchema } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Rows for which the predicate is true; null counts as false. */
export const filterOperator = defineOperator<'FilterExec'>({
  kind: 'FilterExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    for await (const batch of execute(plan.input, partition, context)) {
      const keep = evaluateColumn(plan.predicate, batch, context);
      const rows: number[] = [];
      for (let row = 0; row < batch.numRows; row += 1) if (keep[row] === true) rows.push(row);
      const picked = plan.projection === undefined ? batch : withSchema(pickColumns(batch, plan.projection), schema);
      if (rows.length > 0) yield rows.length === batch.numRows ? picked : takeRows(picked, rows);
      await context.pacer.pause();
    }
  },
});
