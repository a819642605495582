import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { removeItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_remove(list, element)`: the list without the first equal element. */
export const arrayRemove = defineScalarFunction({
  name: 'array_remove',
  aliases: ['list_remove'],
  coerce: listSignature('array_remove', 'Le', 'array_remove(list, element)'),
  parameterNames: ['list', 'element'],

  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element]) => removeItems(items as Items, (item) => same(item, element!), 1);
  },
  doc: {
    section: 'Array',
    summary: 'The list without the first equal element.',
    syntax: 'array_remove(list, element)',
    example: 'array_remove([1, 2, 1], 1) -- [2, 1]',
  },
});
