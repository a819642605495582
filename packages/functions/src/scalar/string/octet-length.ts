import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { utf8Length } from '../../text/code-points.js';

/** `octet_length(text)`: length of the UTF-8 form in bytes. */
export const octetLength = defineScalarFunction({
  name: 'octet_length',
  parameters: [textParameter('text')],
  returns: lengthResult,
  evaluate: ([text], { returnType }) => lengthValue(utf8Length(text as string), returnType),
  doc: {
    section: 'String',
    summary: 'Length of the UTF-8 form in bytes.',
    syntax: 'octet_length(text)',
    example: "octet_length('aé') -- 3",
  },
});
