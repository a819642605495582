import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_element(list, index)`: the element at a place, from 1, or from the end when negative; NULL when there is none. */
export const arrayElement = defineScalarFunction({
  name: 'array_element',
  aliases: ['list_element', 'array_extract', 'list_extract'],
  coerce: listSignature('array_element', 'Li', 'array_element(list, index)'),
  parameterNames: ['list', 'index'],

  returns: ([list]) => ({ type: itemType(list!.type), nullable: true }),
  evaluate: ([items, index]) => {
    const place = Number(index);
    const list = items as Items;
    return list[place > 0 ? place - 1 : place < 0 ? list.length + place : -1] ?? null;
  },
  doc: {
    section: 'Array',
    summary: 'The element at a place, from 1, or from the end when negative; NULL when there is none.',
    syntax: 'array_element(list, index)',
    example: 'array_element([1, 2, 3], -1) -- 3',
  },
});
