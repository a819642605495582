import { defineAggregateFunction } from '../definition/aggregate.js';
import { ownIntegerParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { bitwise } from '../evaluator/operators/bitwise.js';
import type { IntegerKind } from '../values/integers.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `bit_or(x)`: bits that are set in some value. */
export const bitOr = defineAggregateFunction({
  name: 'bit_or',
  parameters: [ownIntegerParameter('expression')],
  returns: sameAsFirst,
  stateFields: foldedState('bit_or'),
  ignoresDistinct: true,
  createAccumulator: ({ args }) => new FoldingAccumulator(bitwise('BitwiseOr', args[0]!.type.kind as IntegerKind)),
  doc: {
    section: 'General',
    summary: 'Bits that are set in some value.',
    syntax: 'bit_or(expression)',
    example: 'bit_or(flags)',
  },
});
