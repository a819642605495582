import { type DataType, formatValue, isListLike, Utf8, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_to_string(list, delimiter[, null_text])`: joins the elements, also of inner lists, with a delimiter; NULLs are left out unless a text for them is given. */
export const arrayToString = defineScalarFunction({
  name: 'array_to_string',
  aliases: ['list_to_string', 'array_join', 'list_join'],
  coerce: listSignature('array_to_string', 'Lt?t', 'array_to_string(list, delimiter[, null_text])'),
  parameterNames: ['list', 'delimiter', 'null_text'],

  returns: Utf8,
  nulls: 'custom',
  prepare: ({ args }) => {
    const { type } = args[0]!;
    return ([items, delimiter, nullText = null]) =>
      items === null || delimiter === null
        ? null
        : texts(type, items!, nullText as string | null).join(delimiter as string);
  },
  doc: {
    section: 'Array',
    summary:
      'Joins the elements, also of inner lists, with a delimiter; NULLs are left out unless a text for them is given.',
    syntax: 'array_to_string(list, delimiter[, null_text])',
    example: "array_to_string([1, NULL, 3], ',') -- 1,3",
  },
});

function texts(type: DataType, value: Value, nullText: string | null): string[] {
  if (value === null) return nullText === null ? [] : [nullText];
  if (!isListLike(type)) return [formatValue(type, value)];
  return (value as Items).flatMap((item) => texts(type.field.type, item, nullText));
}
