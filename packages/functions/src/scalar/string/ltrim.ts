import { optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { trimText } from './trim-text.js';

/** `ltrim(text[, characters])`: without the given characters (a space) at the start. */
export const ltrim = defineScalarFunction({
  name: 'ltrim',
  parameters: [textParameter('text'), optional(textParameter('characters'))],
  returns: textResult,
  evaluate: ([text, characters]) => trimText(text as string, characters as string | undefined, 'start'),
  doc: {
    section: 'String',
    summary: 'Removes any of the given characters, a space by default, from the start.',
    syntax: 'ltrim(text[, characters])',
    example: "ltrim('xxay', 'x') -- ay",
  },
});
