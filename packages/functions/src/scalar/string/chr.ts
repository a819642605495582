import { ExecutionError, Utf8 } from '@ballista-ts/core';
import { integerParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `chr(code)`: the character with a code point. */
export const chr = defineScalarFunction({
  name: 'chr',
  parameters: [integerParameter('code')],
  returns: Utf8,
  evaluate: ([code]) => {
    const point = code as bigint;
    if (point < 0n || point > 0x10ffffn || (point >= 0xd800n && point <= 0xdfffn)) {
      throw new ExecutionError(`invalid Unicode scalar value: ${point}`);
    }
    return String.fromCodePoint(Number(point));
  },
  doc: {
    section: 'String',
    summary: 'The character with the given code point.',
    syntax: 'chr(code)',
    example: 'chr(128640) -- 🚀',
  },
});
