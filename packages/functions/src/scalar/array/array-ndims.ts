import { isListLike, UInt64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { listSignature } from './list-signature.js';

/** `array_ndims(list)`: how deep the list is nested. */
export const arrayNdims = defineScalarFunction({
  name: 'array_ndims',
  aliases: ['list_ndims'],
  coerce: listSignature('array_ndims', 'L', 'array_ndims(list)'),
  parameterNames: ['list'],

  returns: UInt64,
  prepare: ({ args }) => {
    let depth = 0n;
    for (let type = args[0]!.type; isListLike(type); type = type.field.type) depth += 1n;
    return () => depth;
  },
  doc: {
    section: 'Array',
    summary: 'How deep the list is nested.',
    syntax: 'array_ndims(list)',
    example: 'array_ndims([[1], [2]]) -- 2',
  },
});
