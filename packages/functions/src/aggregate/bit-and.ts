import { defineAggregateFunction } from '../definition/aggregate.js';
import { ownIntegerParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { bitwise } from '../evaluator/operators/bitwise.js';
import type { IntegerKind } from '../values/integers.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `bit_and(x)`: bits that are set in all values. */
export const bitAnd = defineAggregateFunction({
  name: 'bit_and',
  parameters: [ownIntegerParameter('expression')],
  returns: sameAsFirst,
  stateFields: foldedState('bit_and'),
  ignoresDistinct: true,
  createAccumulator: ({ args }) => new FoldingAccumulator(bitwise('BitwiseAnd', args[0]!.type.kind as IntegerKind)),
  doc: {
    section: 'General',
    summary: 'Bits that are set in all values.',
    syntax: 'bit_and(expression)',
    example: 'bit_and(flags)',
  },
});
