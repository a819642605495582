import { defineAggregateFunction } from '../definition/aggregate.js';
import { coerceComparable, ExtremeAccumulator } from './extreme.js';

/** Smallest value that is not NULL, in the order of its type (NaN is the greatest number). */
export const min = defineAggregateFunction({
  name: 'min',
  coerce: (args) => coerceComparable('min', args),
  parameterNames: ['expression'],
  returns: ([arg]) => arg!.type,
  stateFields: (_args, type) => [{ name: 'min', type, nullable: true }],
  ignoresDistinct: true,
  createAccumulator: ({ args }) => new ExtremeAccumulator(args[0]!.type, false),
  doc: {
    section: 'General',
    summary: 'Smallest value that is not NULL.',
    syntax: 'min(expression)',
    example: 'min(price)',
  },
});
