import { optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { trimText } from './trim-text.js';

/** `rtrim(text[, characters])`: without the given characters (a space) at the end. */
export const rtrim = defineScalarFunction({
  name: 'rtrim',
  parameters: [textParameter('text'), optional(textParameter('characters'))],
  returns: textResult,
  evaluate: ([text, characters]) => trimText(text as string, characters as string | undefined, 'end'),
  doc: {
    section: 'String',
    summary: 'Removes any of the given characters, a space by default, from the end.',
    syntax: 'rtrim(text[, characters])',
    example: "rtrim('ayxx', 'x') -- ay",
  },
});
