import { Utf8 } from '@ballista-ts/core';
import { ownIntegerParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type IntegerKind, integerBits } from '../../values/integers.js';

/** `to_hex(n)`: lower-case hexadecimal; negative numbers as two's complement of their own width. */
export const toHex = defineScalarFunction({
  name: 'to_hex',
  parameters: [ownIntegerParameter('n')],
  returns: Utf8,
  prepare: ({ args }) => {
    const bits = integerBits(args[0]!.type.kind as IntegerKind);
    return ([n]) => BigInt.asUintN(bits, BigInt(n as number | bigint)).toString(16);
  },
  doc: {
    section: 'String',
    summary: 'Lower-case hexadecimal text of an integer.',
    syntax: 'to_hex(n)',
    example: 'to_hex(255) -- ff',
  },
});
