import { UInt64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_position(list, element[, from])`: place of the first equal element, from 1; NULL when there is none. NULL is found too. */
export const arrayPosition = defineScalarFunction({
  name: 'array_position',
  aliases: ['list_position', 'array_indexof', 'list_indexof'],
  coerce: listSignature('array_position', 'Le?i', 'array_position(list, element[, from])'),
  parameterNames: ['list', 'element', 'from'],
  nulls: 'custom',
  returns: () => ({ type: UInt64, nullable: true }),
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element, from = 1n]) => {
      if (items === null || from === null) return null;
      const start = Math.max(Number(from) - 1, 0);
      const found = (items as Items).findIndex((item, index) => index >= start && same(item, element!));
      return found === -1 ? null : BigInt(found + 1);
    };
  },
  doc: {
    section: 'Array',
    summary: 'Place of the first equal element, from 1; NULL when there is none. NULL is found too.',
    syntax: 'array_position(list, element[, from])',
    example: 'array_position([1, 2, 2], 2) -- 2',
  },
});
