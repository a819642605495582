import { isListLike, list, UInt64, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_dims(list)`: size of each dimension. */
export const arrayDims = defineScalarFunction({
  name: 'array_dims',
  aliases: ['list_dims'],
  coerce: listSignature('array_dims', 'L', 'array_dims(list)'),
  parameterNames: ['list'],

  returns: list(UInt64),
  prepare: ({ args }) => {
    let depth = 0;
    for (let type = args[0]!.type; isListLike(type); type = type.field.type) depth += 1;
    return ([items]) => {
      const sizes: Value[] = [];
      let level: Value = items!;
      for (let dimension = 0; dimension < depth && level !== null && level !== undefined; dimension += 1) {
        sizes.push(BigInt((level as Items).length));
        level = (level as Items)[0]!;
      }
      return sizes;
    };
  },
  doc: {
    section: 'Array',
    summary: 'Size of each dimension.',
    syntax: 'array_dims(list)',
    example: 'array_dims([[1, 2], [3, 4]]) -- [2, 2]',
  },
});
