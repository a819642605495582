import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { distinctItems, type Items, itemKey } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_intersect(a, b)`: elements that are in both lists, without repetitions. */
export const arrayIntersect = defineScalarFunction({
  name: 'array_intersect',
  aliases: ['list_intersect'],
  coerce: listSignature('array_intersect', 'LL', 'array_intersect(a, b)'),
  parameterNames: ['a', 'b'],

  returns: sameAsFirst,
  evaluate: ([a, b]) => {
    const wanted = new Set((b as Items).map(itemKey));
    return distinctItems(a as Items).filter((item) => wanted.has(itemKey(item)));
  },
  doc: {
    section: 'Array',
    summary: 'Elements that are in both lists, without repetitions.',
    syntax: 'array_intersect(a, b)',
    example: 'array_intersect([1, 2], [2, 3]) -- [2]',
  },
});
