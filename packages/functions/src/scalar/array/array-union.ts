import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { distinctItems, type Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_union(a, b)`: elements that are in one of the lists, without repetitions. */
export const arrayUnion = defineScalarFunction({
  name: 'array_union',
  aliases: ['list_union'],
  coerce: listSignature('array_union', 'LL', 'array_union(a, b)'),
  parameterNames: ['a', 'b'],

  returns: sameAsFirst,
  evaluate: ([a, b]) => distinctItems([...(a as Items), ...(b as Items)]),
  doc: {
    section: 'Array',
    summary: 'Elements that are in one of the lists, without repetitions.',
    syntax: 'array_union(a, b)',
    example: 'array_union([1, 2], [2, 3]) -- [1, 2, 3]',
  },
});
