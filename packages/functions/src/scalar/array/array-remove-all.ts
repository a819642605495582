import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { removeItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_remove_all(list, element)`: the list without any equal elements. */
export const arrayRemoveAll = defineScalarFunction({
  name: 'array_remove_all',
  aliases: ['list_remove_all'],
  coerce: listSignature('array_remove_all', 'Le', 'array_remove_all(list, element)'),
  parameterNames: ['list', 'element'],

  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element]) => removeItems(items as Items, (item) => same(item, element!), Number.POSITIVE_INFINITY);
  },
  doc: {
    section: 'Array',
    summary: 'The list without any equal elements.',
    syntax: 'array_remove_all(list, element)',
    example: 'array_remove_all([1, 2, 1], 1) -- [2]',
  },
});
