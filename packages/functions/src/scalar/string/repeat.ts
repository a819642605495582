import { ExecutionError } from '@ballista-ts/core';
import { integerParameter, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { maxTextLength } from './pad.js';

/** `repeat(text, n)`: the text n times. */
export const repeat = defineScalarFunction({
  name: 'repeat',
  parameters: [textParameter('text'), integerParameter('n')],
  returns: textResult,
  evaluate: ([text, n]) => {
    const count = Number(n);
    if (count <= 0 || text === '') return '';
    if (Buffer.byteLength(text as string) * count > maxTextLength) {
      throw new ExecutionError(`string size overflow on repeat: ${(text as string).length} characters ${count} times`);
    }
    try {
      return (text as string).repeat(count);
    } catch (error) {
      throw new ExecutionError(`repeat of ${count} times makes too long a text`, { cause: error });
    }
  },
  doc: {
    section: 'String',
    summary: 'The text repeated; empty for counts below 1.',
    syntax: 'repeat(text, n)',
    example: "repeat('ab', 2) -- abab",
  },
});
