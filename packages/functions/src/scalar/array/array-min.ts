import { defineScalarFunction } from '../../definition/scalar.js';
import { comparator } from '../../values/compare.js';
import type { Items } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_min(list)`: smallest element that is not NULL. */
export const arrayMin = defineScalarFunction({
  name: 'array_min',

  coerce: listSignature('array_min', 'L', 'array_min(list)'),
  parameterNames: ['list'],

  returns: ([list]) => ({ type: itemType(list!.type), nullable: true }),
  prepare: ({ returnType }) => {
    const compare = comparator(returnType);
    return ([items]) =>
      (items as Items).reduce((best, next) => {
        if (best === null || next === null) return best ?? next;
        return compare(next, best) < 0 ? next : best;
      }, null);
  },
  doc: {
    section: 'Array',
    summary: 'Smallest element that is not NULL.',
    syntax: 'array_min(list)',
    example: 'array_min([3, 1, 2]) -- 1',
  },
});
