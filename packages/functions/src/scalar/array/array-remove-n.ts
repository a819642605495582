import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { removeItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_remove_n(list, element, count)`: the list without the first equal elements, as many as given. */
export const arrayRemoveN = defineScalarFunction({
  name: 'array_remove_n',
  aliases: ['list_remove_n'],
  coerce: listSignature('array_remove_n', 'Lei', 'array_remove_n(list, element, count)'),
  parameterNames: ['list', 'element', 'count'],

  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element, count]) => removeItems(items as Items, (item) => same(item, element!), Number(count));
  },
  doc: {
    section: 'Array',
    summary: 'The list without the first equal elements, as many as given.',
    syntax: 'array_remove_n(list, element, count)',
    example: 'array_remove_n([1, 1, 1], 1, 2) -- [1]',
  },
});
