import { integerParameter, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointLength, sliceCodePoints } from '../../text/code-points.js';

/** `left(text, n)`: the first n characters; with a negative n all but the last ones. */
export const left = defineScalarFunction({
  name: 'left',
  parameters: [textParameter('text'), integerParameter('n')],
  returns: textResult,
  evaluate: ([value, n]) => {
    const text = value as string;
    const count = Number(n);
    return count >= 0
      ? sliceCodePoints(text, 0, count)
      : sliceCodePoints(text, 0, Math.max(codePointLength(text) + count, 0));
  },
  doc: {
    section: 'String',
    summary: 'The first n characters; a negative n leaves out that many at the other end.',
    syntax: 'left(text, n)',
    example: "left('hello', 2) -- he",
  },
});
