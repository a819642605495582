import { Boolean_ } from '@ballista-ts/core';
import { textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `starts_with(text, part)`. */
export const startsWith = defineScalarFunction({
  name: 'starts_with',
  parameters: [textParameter('text'), textParameter('part')],
  returns: Boolean_,
  evaluate: ([text, part]) => (text as string).startsWith(part as string),
  doc: {
    section: 'String',
    summary: 'Whether the text starts with another.',
    syntax: 'starts_with(text, part)',
    example: "starts_with('abc', 'ab') -- true",
  },
});
