import { Boolean_ } from '@ballista-ts/core';
import { textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `contains(text, part)`. */
export const contains = defineScalarFunction({
  name: 'contains',
  parameters: [textParameter('text'), textParameter('part')],
  returns: Boolean_,
  evaluate: ([text, part]) => (text as string).includes(part as string),
  doc: {
    section: 'String',
    summary: 'Whether the text contains another, by exact characters.',
    syntax: 'contains(text, part)',
    example: "contains('abc', 'b') -- true",
  },
});
