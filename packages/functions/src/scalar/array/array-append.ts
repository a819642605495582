import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_append(list, element)`: the list with an element at its end; a NULL list counts as empty. */
export const arrayAppend = defineScalarFunction({
  name: 'array_append',
  aliases: ['list_append', 'array_push_back', 'list_push_back'],
  coerce: listSignature('array_append', 'Le', 'array_append(list, element)'),
  parameterNames: ['list', 'element'],
  nulls: 'custom',
  returns: ([list]) => ({ type: list!.type, nullable: false }),
  evaluate: ([items, element]) => [...((items ?? []) as Items), element!],
  doc: {
    section: 'Array',
    summary: 'The list with an element at its end; a NULL list counts as empty.',
    syntax: 'array_append(list, element)',
    example: 'array_append([1, 2], 3) -- [1, 2, 3]',
  },
});
