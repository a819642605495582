import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_compact(list)`: the list without its NULL elements. */
export const arrayCompact = defineScalarFunction({
  name: 'array_compact',
  aliases: ['list_compact'],
  coerce: listSignature('array_compact', 'L', 'array_compact(list)'),
  parameterNames: ['list'],

  returns: sameAsFirst,
  evaluate: ([items]) => (items as Items).filter((item) => item !== null),
  doc: {
    section: 'Array',
    summary: 'The list without its NULL elements.',
    syntax: 'array_compact(list)',
    example: 'array_compact([1, NULL, 2]) -- [1, 2]',
  },
});
