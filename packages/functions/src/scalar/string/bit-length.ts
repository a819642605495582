import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { utf8Length } from '../../text/code-points.js';

/** `bit_length(text)`: length of the UTF-8 form in bits. */
export const bitLength = defineScalarFunction({
  name: 'bit_length',
  parameters: [textParameter('text')],
  returns: lengthResult,
  evaluate: ([text], { returnType }) => lengthValue(8 * utf8Length(text as string), returnType),
  doc: {
    section: 'String',
    summary: 'Length of the UTF-8 form in bits.',
    syntax: 'bit_length(text)',
    example: "bit_length('aé') -- 24",
  },
});
