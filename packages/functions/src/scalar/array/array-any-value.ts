import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_any_value(list)`: first element that is not NULL. */
export const arrayAnyValue = defineScalarFunction({
  name: 'array_any_value',
  aliases: ['list_any_value'],
  coerce: listSignature('array_any_value', 'L', 'array_any_value(list)'),
  parameterNames: ['list'],

  returns: ([list]) => ({ type: itemType(list!.type), nullable: true }),
  evaluate: ([items]) => (items as Items).find((item) => item !== null) ?? null,
  doc: {
    section: 'Array',
    summary: 'First element that is not NULL.',
    syntax: 'array_any_value(list)',
    example: 'array_any_value([NULL, 2]) -- 2',
  },
});
