import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_pop_back(list)`: the list without its last element. */
export const arrayPopBack = defineScalarFunction({
  name: 'array_pop_back',
  aliases: ['list_pop_back'],
  coerce: listSignature('array_pop_back', 'L', 'array_pop_back(list)'),
  parameterNames: ['list'],

  returns: sameAsFirst,
  evaluate: ([items]) => (items as Items).slice(0, -1),
  doc: {
    section: 'Array',
    summary: 'The list without its last element.',
    syntax: 'array_pop_back(list)',
    example: 'array_pop_back([1, 2, 3]) -- [1, 2]',
  },
});
