import { Boolean_ } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `empty(list)`: whether the list has no elements. */
export const emptyArray = defineScalarFunction({
  name: 'empty',
  aliases: ['array_empty', 'list_empty'],
  coerce: listSignature('empty', 'L', 'empty(list)'),
  parameterNames: ['list'],

  returns: Boolean_,
  evaluate: ([items]) => (items as Items).length === 0,
  doc: {
    section: 'Array',
    summary: 'Whether the list has no elements.',
    syntax: 'empty(list)',
    example: 'empty([]) -- true',
  },
});
