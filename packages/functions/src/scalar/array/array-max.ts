import { defineScalarFunction } from '../../definition/scalar.js';
import { comparator } from '../../values/compare.js';
import type { Items } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_max(list)`: largest element that is not NULL. */
export const arrayMax = defineScalarFunction({
  name: 'array_max',
  aliases: ['list_max'],
  coerce: listSignature('array_max', 'L', 'array_max(list)'),
  parameterNames: ['list'],

  returns: ([list]) => ({ type: itemType(list!.type), nullable: true }),
  prepare: ({ returnType }) => {
    const compare = comparator(returnType);
    return ([items]) =>
      (items as Items).reduce((best, next) => {
        if (best === null || next === null) return best ?? next;
        return compare(next, best) > 0 ? next : best;
      }, null);
  },
  doc: {
    section: 'Array',
    summary: 'Largest element that is not NULL.',
    syntax: 'array_max(list)',
    example: 'array_max([1, 3, 2]) -- 3',
  },
});
