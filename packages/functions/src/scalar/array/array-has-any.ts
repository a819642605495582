import { Boolean_ } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type Items, itemKey } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_has_any(list, wanted)`: whether two lists have an element in common. */
export const arrayHasAny = defineScalarFunction({
  name: 'array_has_any',
  aliases: ['list_has_any', 'arrays_overlap'],
  coerce: listSignature('array_has_any', 'LL', 'array_has_any(list, wanted)'),
  parameterNames: ['list', 'wanted'],

  returns: Boolean_,
  evaluate: ([items, wanted]) => {
    const present = new Set((items as Items).map(itemKey));
    return (wanted as Items).some((item) => present.has(itemKey(item)));
  },
  doc: {
    section: 'Array',
    summary: 'Whether two lists have an element in common.',
    syntax: 'array_has_any(list, wanted)',
    example: 'array_has_any([1, 2], [2, 3]) -- true',
  },
});
