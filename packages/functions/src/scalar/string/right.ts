import { integerParameter, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointLength, sliceCodePoints } from '../../text/code-points.js';

/** `right(text, n)`: the last n characters; with a negative n all but the first ones. */
export const right = defineScalarFunction({
  name: 'right',
  parameters: [textParameter('text'), integerParameter('n')],
  returns: textResult,
  evaluate: ([value, n]) => {
    const text = value as string;
    const count = Number(n);
    return count >= 0
      ? sliceCodePoints(text, Math.max(codePointLength(text) - count, 0))
      : sliceCodePoints(text, -count);
  },
  doc: {
    section: 'String',
    summary: 'The last n characters; a negative n leaves out that many at the other end.',
    syntax: 'right(text, n)',
    example: "right('hello', 2) -- lo",
  },
});
