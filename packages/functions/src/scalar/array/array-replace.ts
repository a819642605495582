import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { replaceItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_replace(list, from, to)`: the list with the first equal element replaced. NULL is found too. */
export const arrayReplace = defineScalarFunction({
  name: 'array_replace',
  aliases: ['list_replace'],
  coerce: listSignature('array_replace', 'Lee', 'array_replace(list, from, to)'),
  parameterNames: ['list', 'from', 'to'],
  nulls: 'custom',
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, from, to]) =>
      items === null ? null : replaceItems(items as Items, (item) => same(item, from!), to!, 1);
  },
  doc: {
    section: 'Array',
    summary: 'The list with the first equal element replaced. NULL is found too.',
    syntax: 'array_replace(list, from, to)',
    example: 'array_replace([1, 2, 1], 1, 9) -- [9, 2, 1]',
  },
});
