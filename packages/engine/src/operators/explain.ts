import { explainSchema } from '@ballista-ts/core';
import { makeBatch } from '../expressions/take.js';
import { defineOperator } from './operator.js';

export const explainOperator = defineOperator<'ExplainExec'>({
  kind: 'ExplainExec',
  async *execute(plan) {
    yield makeBatch(explainSchema, plan.rows.length, [
      plan.rows.map((row) => row.planType),
      plan.rows.map((row) => row.plan),
    ]);
  },
});
