import { makeBatch } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** One row; its columns, if there are any, are NULL. */
export const placeholderRowOperator = defineOperator<'PlaceholderRowExec'>({
  kind: 'PlaceholderRowExec',
  async *execute(plan) {
    yield makeBatch(
      plan.schema,
      1,
      plan.schema.fields.map(() => [null]),
    );
  },
});
