import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { distinctItems, type Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_distinct(list)`: the list without repetitions; NULL counts as one value. */
export const arrayDistinct = defineScalarFunction({
  name: 'array_distinct',
  aliases: ['list_distinct'],
  coerce: listSignature('array_distinct', 'L', 'array_distinct(list)'),
  parameterNames: ['list'],

  returns: sameAsFirst,
  evaluate: ([items]) => distinctItems(items as Items),
  doc: {
    section: 'Array',
    summary: 'The list without repetitions; NULL counts as one value.',
    syntax: 'array_distinct(list)',
    example: 'array_distinct([1, 2, 1]) -- [1, 2]',
  },
});
