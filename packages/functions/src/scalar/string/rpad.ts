import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { padText } from './pad.js';

/** `rpad(text, length[, fill])`: filled on the right to a length; longer text loses its end. */
export const rpad = defineScalarFunction({
  name: 'rpad',
  parameters: [textParameter('text'), integerParameter('length'), optional(textParameter('fill'))],
  returns: textResult,
  evaluate: ([text, length, fill = ' ']) => padText(text as string, length as bigint, fill as string, 'end'),
  doc: {
    section: 'String',
    summary:
      'Fills the text on the right to a number of characters, with spaces by default; longer text is cut at its end.',
    syntax: 'rpad(text, length[, fill])',
    example: "rpad('7', 3, '0') -- 700",
  },
});
