import { Boolean_ } from '@ballista-ts/core';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { booleanParameter } from '../definition/parameter.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `bool_and(x)`: whether all values that are not NULL are true. */
export const boolAnd = defineAggregateFunction({
  name: 'bool_and',
  parameters: [booleanParameter('expression')],
  returns: Boolean_,
  stateFields: foldedState('bool_and'),
  ignoresDistinct: true,
  createAccumulator: () => new FoldingAccumulator((a, b) => a === true && b === true),
  doc: {
    section: 'General',
    summary: 'Whether all values that are not NULL are true.',
    syntax: 'bool_and(expression)',
    example: 'bool_and(paid)',
  },
});
