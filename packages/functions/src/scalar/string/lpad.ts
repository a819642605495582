import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { padText } from './pad.js';

/** `lpad(text, length[, fill])`: filled on the left to a length; longer text loses its end. */
export const lpad = defineScalarFunction({
  name: 'lpad',
  parameters: [textParameter('text'), integerParameter('length'), optional(textParameter('fill'))],
  returns: textResult,
  evaluate: ([text, length, fill = ' ']) => padText(text as string, length as bigint, fill as string, 'start'),
  doc: {
    section: 'String',
    summary:
      'Fills the text on the left to a number of characters, with spaces by default; longer text is cut at its end.',
    syntax: 'lpad(text, length[, fill])',
    example: "lpad('7', 3, '0') -- 007",
  },
});
