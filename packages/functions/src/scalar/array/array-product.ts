import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_product(list)`: product of the elements that are not NULL; NULL when there are none. */
export const arrayProduct = defineScalarFunction({
  name: 'array_product',
  aliases: ['list_product'],
  coerce: listSignature('array_product', 'V', 'array_product(list)'),
  parameterNames: ['list'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([items]) => {
    const present = (items as Items).filter((x) => x !== null);
    return present.length === 0 ? null : present.reduce<number>((sum, x) => sum * (x as number), 1);
  },
  doc: {
    section: 'Array',
    summary: 'Product of the elements that are not NULL; NULL when there are none.',
    syntax: 'array_product(list)',
    example: 'array_product([2, 3]) -- 6.0',
  },
});
