import { list, UInt64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type Items, itemEquality } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_positions(list, element)`: places of all equal elements, from 1. NULL is found too. */
export const arrayPositions = defineScalarFunction({
  name: 'array_positions',
  aliases: ['list_positions'],
  coerce: listSignature('array_positions', 'Le', 'array_positions(list, element)'),
  parameterNames: ['list', 'element'],
  nulls: 'custom',
  returns: ([items]) => ({ type: list(UInt64), nullable: items!.nullable }),
  prepare: ({ args }) => {
    const same = itemEquality(itemType(args[0]!.type));
    return ([items, element]) =>
      items === null
        ? null
        : (items as Items).flatMap((item, index) => (same(item, element!) ? [BigInt(index + 1)] : []));
  },
  doc: {
    section: 'Array',
    summary: 'Places of all equal elements, from 1. NULL is found too.',
    syntax: 'array_positions(list, element)',
    example: 'array_positions([1, 2, 1], 1) -- [1, 3]',
  },
});
