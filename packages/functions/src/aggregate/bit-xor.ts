import { defineAggregateFunction } from '../definition/aggregate.js';
import { ownIntegerParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { bitwise } from '../evaluator/operators/bitwise.js';
import type { IntegerKind } from '../values/integers.js';
import { FoldingAccumulator, foldedState } from './folding.js';

/** `bit_xor(x)`: bits that are set in an odd number of values. */
export const bitXor = defineAggregateFunction({
  name: 'bit_xor',
  parameters: [ownIntegerParameter('expression')],
  returns: sameAsFirst,
  stateFields: foldedState('bit_xor'),
  ignoresDistinct: false,
  createAccumulator: ({ args }) => new FoldingAccumulator(bitwise('BitwiseXor', args[0]!.type.kind as IntegerKind)),
  doc: {
    section: 'General',
    summary: 'Bits that are set in an odd number of values.',
    syntax: 'bit_xor(expression)',
    example: 'bit_xor(flags)',
  },
});
