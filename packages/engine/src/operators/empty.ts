import { defineOperator } from './operator.js';

export const emptyOperator = defineOperator<'EmptyExec'>({
  kind: 'EmptyExec',
  async *execute() {},
});
