import { Float64, list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { dotProduct, numbersOf } from './vectors.js';

/** `array_normalize(list)`: the vector scaled to length 1; NULL for a zero vector or a NULL element. */
export const arrayNormalize = defineScalarFunction({
  name: 'array_normalize',
  aliases: ['list_normalize'],
  coerce: listSignature('array_normalize', 'V', 'array_normalize(list)'),
  parameterNames: ['list'],

  returns: () => ({ type: list(Float64), nullable: true }),
  evaluate: ([items]) => {
    const numbers = numbersOf(items as Items);
    if (numbers === undefined) return null;
    const norm = Math.sqrt(dotProduct(numbers, numbers));
    if (numbers.length === 0) return [];
    return norm === 0 ? null : numbers.map((x) => x / norm);
  },
  doc: {
    section: 'Array',
    summary: 'The vector scaled to length 1; NULL for a zero vector or a NULL element.',
    syntax: 'array_normalize(list)',
    example: 'array_normalize([3, 4]) -- [0.6, 0.8]',
  },
});
