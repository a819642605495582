import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointIndex } from '../../text/code-points.js';

/** `strpos(text, part)`: where the part begins, in characters from 1; 0 when it is not there. */
export const strpos = defineScalarFunction({
  name: 'strpos',
  aliases: ['instr', 'position'],
  parameters: [textParameter('text'), textParameter('part')],
  returns: lengthResult,
  evaluate: ([text, part], { returnType }) => {
    const found = (text as string).indexOf(part as string);
    return lengthValue(found === -1 ? 0 : codePointIndex(text as string, found) + 1, returnType);
  },
  doc: {
    section: 'String',
    summary: 'Where a part begins in the text, from 1; 0 when it does not occur.',
    syntax: 'strpos(text, part)',
    example: "strpos('abc', 'c') -- 3",
  },
});
