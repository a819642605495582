import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { checkSameLength, dotProduct, numbersOf } from './vectors.js';

/** `inner_product(a, b)`: sum of the products of two lists of numbers; NULL when an element is. */
export const innerProduct = defineScalarFunction({
  name: 'inner_product',
  aliases: ['dot_product'],
  coerce: listSignature('inner_product', 'VV', 'inner_product(a, b)'),
  parameterNames: ['a', 'b'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([a, b]) => {
    checkSameLength(a as Items, b as Items, 'inner_product');
    const [x, y] = [numbersOf(a as Items), numbersOf(b as Items)];
    return x === undefined || y === undefined ? null : dotProduct(x, y);
  },
  doc: {
    section: 'Array',
    summary: 'Sum of the products of two lists of numbers; NULL when an element is.',
    syntax: 'inner_product(a, b)',
    example: 'inner_product([1, 2], [3, 4]) -- 11.0',
  },
});
