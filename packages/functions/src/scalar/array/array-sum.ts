import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_sum(list)`: sum of the elements that are not NULL; NULL when there are none. */
export const arraySum = defineScalarFunction({
  name: 'array_sum',
  aliases: ['list_sum'],
  coerce: listSignature('array_sum', 'V', 'array_sum(list)'),
  parameterNames: ['list'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([items]) => {
    const present = (items as Items).filter((x) => x !== null);
    return present.length === 0 ? null : present.reduce<number>((sum, x) => sum + (x as number), 0);
  },
  doc: {
    section: 'Array',
    summary: 'Sum of the elements that are not NULL; NULL when there are none.',
    syntax: 'array_sum(list)',
    example: 'array_sum([1, 2, 3]) -- 6.0',
  },
});
