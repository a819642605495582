import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { replaceItems } from './edit-items.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_replace_n(list, from, to, count)`: the list with the first equal elements replaced, as many as given. NULL is found too. */
export const arrayReplaceN = defineScalarFunction({
  name: 'array_replace_n',
  aliases: ['list_replace_n'],
  coerce: listSignature('array_replace_n', 'Leei', 'array_replace_n(list, from, to, count)'),
  parameterNames: ['list', 'from', 'to', 'count'],
  nulls: 'custom',
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, from, to, count]) =>
      items === null || count === null
        ? null
        : replaceItems(items as Items, (item) => same(item, from!), to!, Number(count));
  },
  doc: {
    section: 'Array',
    summary: 'The list with the first equal elements replaced, as many as given. NULL is found too.',
    syntax: 'array_replace_n(list, from, to, count)',
    example: 'array_replace_n([1, 1, 1], 1, 9, 2) -- [9, 9, 1]',
  },
});
