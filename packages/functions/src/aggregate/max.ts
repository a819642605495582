import { defineAggregateFunction } from '../definition/aggregate.js';
import { coerceComparable, ExtremeAccumulator } from './extreme.js';

/** Largest value that is not NULL, in the order of its type (NaN is the greatest number). */
export const max = defineAggregateFunction({
  name: 'max',
  coerce: (args) => coerceComparable('max', args),
  parameterNames: ['expression'],
  returns: ([arg]) => arg!.type,
  stateFields: (_args, type) => [{ name: 'max', type, nullable: true }],
  ignoresDistinct: true,
  createAccumulator: ({ args }) => new ExtremeAccumulator(args[0]!.type, true),
  doc: {
    section: 'General',
    summary: 'Largest value that is not NULL.',
    syntax: 'max(expression)',
    example: 'max(price)',
  },
});
