import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_pop_front(list)`: the list without its first element. */
export const arrayPopFront = defineScalarFunction({
  name: 'array_pop_front',
  aliases: ['list_pop_front'],
  coerce: listSignature('array_pop_front', 'L', 'array_pop_front(list)'),
  parameterNames: ['list'],

  returns: sameAsFirst,
  evaluate: ([items]) => (items as Items).slice(1),
  doc: {
    section: 'Array',
    summary: 'The list without its first element.',
    syntax: 'array_pop_front(list)',
    example: 'array_pop_front([1, 2, 3]) -- [2, 3]',
  },
});
