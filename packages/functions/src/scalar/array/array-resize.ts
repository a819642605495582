import { ExecutionError, type Value } from '@ballista-ts/core';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { maxListLength } from './series.js';

/** `array_resize(list, size[, fill])`: the list cut, or filled up with an element (NULL by default), to a size. */
export const arrayResize = defineScalarFunction({
  name: 'array_resize',
  aliases: ['list_resize'],
  coerce: listSignature('array_resize', 'Li?e', 'array_resize(list, size[, fill])'),
  parameterNames: ['list', 'size', 'fill'],
  nulls: 'custom',
  returns: sameAsFirst,
  evaluate: ([items, size, fill = null]) => {
    if (items === null || size === null) return null;
    const length = Number(size);
    if (length < 0 || length > maxListLength)
      throw new ExecutionError(`array_resize to ${length} elements is not possible`);
    const list = items as Items;
    return list.length >= length
      ? list.slice(0, length)
      : [...list, ...new Array<Value>(length - list.length).fill(fill)];
  },
  doc: {
    section: 'Array',
    summary: 'The list cut, or filled up with an element (NULL by default), to a size.',
    syntax: 'array_resize(list, size[, fill])',
    example: 'array_resize([1], 3, 0) -- [1, 0, 0]',
  },
});
