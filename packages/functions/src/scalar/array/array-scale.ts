import { Float64, list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_scale(list, factor)`: multiplies each element of a list of numbers. */
export const arrayScale = defineScalarFunction({
  name: 'array_scale',
  aliases: ['list_scale'],
  coerce: listSignature('array_scale', 'Vd', 'array_scale(list, factor)'),
  parameterNames: ['list', 'factor'],

  returns: list(Float64),
  evaluate: ([items, factor]) => (items as Items).map((x) => (x === null ? null : (x as number) * (factor as number))),
  doc: {
    section: 'Array',
    summary: 'Multiplies each element of a list of numbers.',
    syntax: 'array_scale(list, factor)',
    example: 'array_scale([1, 2], 2) -- [2.0, 4.0]',
  },
});
