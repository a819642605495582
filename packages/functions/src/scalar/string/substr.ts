import { ExecutionError } from '@ballista-ts/core';
import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { sliceCodePoints } from '../../text/code-points.js';

/** `substr(text, start[, length])`: characters from a start, which counts from 1; a start before the text eats into the length. */
export const substr = defineScalarFunction({
  name: 'substr',
  aliases: ['substring'],
  parameters: [textParameter('text'), integerParameter('start'), optional(integerParameter('length'))],
  returns: textResult,
  evaluate: ([text, start, length]) => {
    const from = Number(start) - 1;
    if (length === undefined) return sliceCodePoints(text as string, Math.max(from, 0));
    const count = Number(length);
    if (count < 0)
      throw new ExecutionError(`negative substring length not allowed: substr(<str>, ${start}, ${length})`);
    return sliceCodePoints(text as string, Math.max(from, 0), Math.max(from + count, 0));
  },
  doc: {
    section: 'String',
    summary: 'The characters from a start (from 1), all or that many.',
    syntax: 'substr(text, start[, length])',
    example: "substr('hello', 2, 3) -- ell",
  },
});
