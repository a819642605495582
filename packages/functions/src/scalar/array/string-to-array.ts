import { list } from '@ballista-ts/core';
import { optional, textParameter } from '../../definition/parameter.js';
import { textLike } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `string_to_array(text, delimiter[, null_text])`: the parts between delimiters; a NULL delimiter splits into characters. */
export const stringToArray = defineScalarFunction({
  name: 'string_to_array',
  aliases: ['string_to_list'],
  parameters: [textParameter('text'), textParameter('delimiter'), optional(textParameter('null_text'))],
  nulls: 'custom',
  returns: ([text]) => ({ type: list(textLike(text!.type)), nullable: text!.nullable }),
  evaluate: ([text, delimiter, nullText]) => {
    if (text === null) return null;
    const parts =
      delimiter === null
        ? [...(text as string)]
        : delimiter === ''
          ? [text as string]
          : (text as string).split(delimiter as string);
    return typeof nullText === 'string' ? parts.map((part) => (part === nullText ? null : part)) : parts;
  },
  doc: {
    section: 'Array',
    summary: 'Splits a text at delimiters; parts equal to the NULL text become NULL.',
    syntax: 'string_to_array(text, delimiter[, null_text])',
    example: "string_to_array('a,b', ',') -- [a, b]",
  },
});
