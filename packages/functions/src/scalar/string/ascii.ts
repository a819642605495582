import { Int32 } from '@ballista-ts/core';
import { textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `ascii(text)`: code point of the first character, 0 for empty text. */
export const ascii = defineScalarFunction({
  name: 'ascii',
  parameters: [textParameter('text')],
  returns: Int32,
  evaluate: ([text]) => (text as string).codePointAt(0) ?? 0,
  doc: {
    section: 'String',
    summary: 'Code point of the first character; 0 for empty text.',
    syntax: 'ascii(text)',
    example: "ascii('abc') -- 97",
  },
});
