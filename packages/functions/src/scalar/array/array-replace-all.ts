import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { replaceItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_replace_all(list, from, to)`: the list with all equal elements replaced. NULL is found too. */
export const arrayReplaceAll = defineScalarFunction({
  name: 'array_replace_all',
  aliases: ['list_replace_all'],
  coerce: listSignature('array_replace_all', 'Lee', 'array_replace_all(list, from, to)'),
  parameterNames: ['list', 'from', 'to'],
  nulls: 'custom',
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, from, to]) =>
      items === null ? null : replaceItems(items as Items, (item) => same(item, from!), to!, Number.POSITIVE_INFINITY);
  },
  doc: {
    section: 'Array',
    summary: 'The list with all equal elements replaced. NULL is found too.',
    syntax: 'array_replace_all(list, from, to)',
    example: 'array_replace_all([1, 2, 1], 1, 9) -- [9, 2, 9]',
  },
});
