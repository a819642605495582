import { Boolean_ } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_has(list, element)`: whether the list has an element. */
export const arrayHas = defineScalarFunction({
  name: 'array_has',
  aliases: ['list_has', 'array_contains', 'list_contains'],
  coerce: listSignature('array_has', 'Le', 'array_has(list, element)'),
  parameterNames: ['list', 'element'],

  returns: Boolean_,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element]) => (items as Items).some((item) => same(item, element!));
  },
  doc: {
    section: 'Array',
    summary: 'Whether the list has an element.',
    syntax: 'array_has(list, element)',
    example: 'array_has([1, 2], 2) -- true',
  },
});
