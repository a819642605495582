import { isListLike, UInt64, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_length(list[, dimension])`: length of the list, or of a dimension of it; NULL for one it does not have. */
export const arrayLength = defineScalarFunction({
  name: 'array_length',
  aliases: ['list_length'],
  coerce: listSignature('array_length', 'L?i', 'array_length(list[, dimension])'),
  parameterNames: ['list', 'dimension'],

  returns: () => ({ type: UInt64, nullable: true }),
  prepare: ({ args }) => {
    let depth = 0;
    for (let type = args[0]!.type; isListLike(type); type = type.field.type) depth += 1;
    return ([items, dimension = 1n]) => {
      if ((dimension as bigint) < 1n || (dimension as bigint) > BigInt(depth)) return null;
      let level: Value | undefined = items!;
      for (let step = 1n; step < (dimension as bigint); step += 1n) level = (level as Items | null | undefined)?.[0];
      return level === null || level === undefined ? null : BigInt((level as Items).length);
    };
  },
  doc: {
    section: 'Array',
    summary: 'Length of the list, or of a dimension of it; NULL for one it does not have.',
    syntax: 'array_length(list[, dimension])',
    example: 'array_length([1, 2, 3]) -- 3',
  },
});
