import { Float64, list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { checkSameLength } from './vectors.js';

/** `array_subtract(a, b)`: element-wise difference of two lists of numbers; NULL where an element is. */
export const arraySubtract = defineScalarFunction({
  name: 'array_subtract',
  aliases: ['list_subtract'],
  coerce: listSignature('array_subtract', 'VV', 'array_subtract(a, b)'),
  parameterNames: ['a', 'b'],

  returns: list(Float64),
  evaluate: ([a, b]) => {
    checkSameLength(a as Items, b as Items, 'array_subtract');
    return (a as Items).map((x, index) => {
      const y = (b as Items)[index]!;
      return x === null || y === null ? null : (x as number) - (y as number);
    });
  },
  doc: {
    section: 'Array',
    summary: 'Element-wise difference of two lists of numbers; NULL where an element is.',
    syntax: 'array_subtract(a, b)',
    example: 'array_subtract([3, 4], [1, 2]) -- [2.0, 2.0]',
  },
});
