import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointLength } from '../../text/code-points.js';

/** `character_length(text)`: number of code points. */
export const characterLength = defineScalarFunction({
  name: 'character_length',
  aliases: ['char_length', 'length'],
  parameters: [textParameter('text')],
  returns: lengthResult,
  evaluate: ([text], { returnType }) => lengthValue(codePointLength(text as string), returnType),
  doc: {
    section: 'String',
    summary: 'Number of characters (code points).',
    syntax: 'character_length(text)',
    example: "character_length('日本') -- 2",
  },
});
