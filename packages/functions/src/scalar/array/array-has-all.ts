import { Boolean_ } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type Items, itemKey } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_has_all(list, wanted)`: whether the list has every element of another. */
export const arrayHasAll = defineScalarFunction({
  name: 'array_has_all',
  aliases: ['list_has_all'],
  coerce: listSignature('array_has_all', 'LL', 'array_has_all(list, wanted)'),
  parameterNames: ['list', 'wanted'],

  returns: Boolean_,
  evaluate: ([items, wanted]) => {
    const present = new Set((items as Items).map(itemKey));
    return (wanted as Items).every((item) => present.has(itemKey(item)));
  },
  doc: {
    section: 'Array',
    summary: 'Whether the list has every element of another.',
    syntax: 'array_has_all(list, wanted)',
    example: 'array_has_all([1, 2, 3], [1, 3]) -- true',
  },
});
