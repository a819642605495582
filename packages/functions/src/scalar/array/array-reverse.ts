import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_reverse(list)`: the list in reverse order. */
export const arrayReverse = defineScalarFunction({
  name: 'array_reverse',
  aliases: ['list_reverse'],
  coerce: listSignature('array_reverse', 'L', 'array_reverse(list)'),
  parameterNames: ['list'],

  returns: sameAsFirst,
  evaluate: ([items]) => [...(items as Items)].reverse(),
  doc: {
    section: 'Array',
    summary: 'The list in reverse order.',
    syntax: 'array_reverse(list)',
    example: 'array_reverse([1, 2]) -- [2, 1]',
  },
});
