import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_prepend(element, list)`: the list with an element at its front; a NULL list counts as empty. */
export const arrayPrepend = defineScalarFunction({
  name: 'array_prepend',
  aliases: ['list_prepend', 'array_push_front', 'list_push_front'],
  coerce: listSignature('array_prepend', 'eL', 'array_prepend(element, list)'),
  parameterNames: ['element', 'list'],
  nulls: 'custom',
  returns: ([, list]) => ({ type: list!.type, nullable: false }),
  evaluate: ([element, items]) => [element!, ...((items ?? []) as Items)],
  doc: {
    section: 'Array',
    summary: 'The list with an element at its front; a NULL list counts as empty.',
    syntax: 'array_prepend(element, list)',
    example: 'array_prepend(1, [2, 3]) -- [1, 2, 3]',
  },
});
