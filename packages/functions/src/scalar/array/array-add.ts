import { Float64, list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { checkSameLength } from './vectors.js';

/** `array_add(a, b)`: element-wise sum of two lists of numbers; NULL where an element is. */
export const arrayAdd = defineScalarFunction({
  name: 'array_add',
  aliases: ['list_add'],
  coerce: listSignature('array_add', 'VV', 'array_add(a, b)'),
  parameterNames: ['a', 'b'],

  returns: list(Float64),
  evaluate: ([a, b]) => {
    checkSameLength(a as Items, b as Items, 'array_add');
    return (a as Items).map((x, index) => {
      const y = (b as Items)[index]!;
      return x === null || y === null ? null : (x as number) + (y as number);
    });
  },
  doc: {
    section: 'Array',
    summary: 'Element-wise sum of two lists of numbers; NULL where an element is.',
    syntax: 'array_add(a, b)',
    example: 'array_add([1, 2], [3, 4]) -- [4.0, 6.0]',
  },
});
