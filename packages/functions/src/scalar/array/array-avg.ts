import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_avg(list)`: mean of the elements that are not NULL; NULL when there are none. */
export const arrayAvg = defineScalarFunction({
  name: 'array_avg',
  aliases: ['list_avg'],
  coerce: listSignature('array_avg', 'V', 'array_avg(list)'),
  parameterNames: ['list'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([items]) => {
    const present = (items as Items).filter((x) => x !== null);
    return present.length === 0 ? null : present.reduce<number>((sum, x) => sum + (x as number), 0) / present.length;
  },
  doc: {
    section: 'Array',
    summary: 'Mean of the elements that are not NULL; NULL when there are none.',
    syntax: 'array_avg(list)',
    example: 'array_avg([1, 2, 3]) -- 2.0',
  },
});
