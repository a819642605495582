import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { checkSameLength, numbersOf } from './vectors.js';

/** `array_distance(a, b)`: euclidean distance of two points. */
export const arrayDistance = defineScalarFunction({
  name: 'array_distance',
  aliases: ['list_distance'],
  coerce: listSignature('array_distance', 'VV', 'array_distance(a, b)'),
  parameterNames: ['a', 'b'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([a, b]) => {
    checkSameLength(a as Items, b as Items, 'array_distance');
    const [x, y] = [numbersOf(a as Items), numbersOf(b as Items)];
    return x === undefined || y === undefined ? null : Math.hypot(...x.map((value, index) => value - y[index]!));
  },
  doc: {
    section: 'Array',
    summary: 'Euclidean distance of two points.',
    syntax: 'array_distance(a, b)',
    example: 'array_distance([1, 2], [1, 4]) -- 2.0',
  },
});
