import { defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `any_value(x)`: some value that is not NULL (the first one met). */
export const anyValue = defineAggregateFunction({
  name: 'any_value',
  parameters: [anyParameter('expression')],
  returns: sameAsFirst,
  stateFields: foldedState('any_value'),
  ignoresDistinct: true,
  createAccumulator: () => new FoldingAccumulator((first) => first),
  doc: {
    section: 'General',
    summary: 'Some value that is not NULL; NULL only when all are.',
    syntax: 'any_value(expression)',
    example: 'any_value(city)',
  },
});
