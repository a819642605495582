import { optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { trimText } from './trim-text.js';

/** `btrim(text[, characters])`: without the given characters (a space) at both ends. */
export const btrim = defineScalarFunction({
  name: 'btrim',
  aliases: ['trim'],
  parameters: [textParameter('text'), optional(textParameter('characters'))],
  returns: textResult,
  evaluate: ([text, characters]) => trimText(text as string, characters as string | undefined, 'both'),
  doc: {
    section: 'String',
    summary: 'Removes any of the given characters, a space by default, from both ends.',
    syntax: 'btrim(text[, characters])',
    example: "btrim('  a  ') -- a",
  },
});
