import { Boolean_ } from '@ballista-ts/core';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { booleanParameter } from '../definition/parameter.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `bool_or(x)`: whether some value is true. */
export const boolOr = defineAggregateFunction({
  name: 'bool_or',
  parameters: [booleanParameter('expression')],
  returns: Boolean_,
  stateFields: foldedState('bool_or'),
  ignoresDistinct: true,
  createAccumulator: () => new FoldingAccumulator((a, b) => a === true || b === true),
  doc: {
    section: 'General',
    summary: 'Whether some value is true.',
    syntax: 'bool_or(expression)',
    example: 'bool_or(paid)',
  },
});
