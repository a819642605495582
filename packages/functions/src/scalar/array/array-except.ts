import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { distinctItems, type Items, itemKey } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_except(a, b)`: elements of the first list that are not in the second, without repetitions. */
export const arrayExcept = defineScalarFunction({
  name: 'array_except',
  aliases: ['list_except'],
  coerce: listSignature('array_except', 'LL', 'array_except(a, b)'),
  parameterNames: ['a', 'b'],

  returns: sameAsFirst,
  evaluate: ([a, b]) => {
    const unwanted = new Set((b as Items).map(itemKey));
    return distinctItems(a as Items).filter((item) => !unwanted.has(itemKey(item)));
  },
  doc: {
    section: 'Array',
    summary: 'Elements of the first list that are not in the second, without repetitions.',
    syntax: 'array_except(a, b)',
    example: 'array_except([1, 2, 3], [2]) -- [1, 3]',
  },
});
