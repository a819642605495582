import { Boolean_ } from '@ballista-ts/core';
import { textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `ends_with(text, part)`. */
export const endsWith = defineScalarFunction({
  name: 'ends_with',
  parameters: [textParameter('text'), textParameter('part')],
  returns: Boolean_,
  evaluate: ([text, part]) => (text as string).endsWith(part as string),
  doc: {
    section: 'String',
    summary: 'Whether the text ends with another.',
    syntax: 'ends_with(text, part)',
    example: "ends_with('abc', 'bc') -- true",
  },
});
