import { Float64 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';
import { checkSameLength, dotProduct, numbersOf } from './vectors.js';

/** `cosine_distance(a, b)`: 1 minus the cosine of the angle between two vectors; NULL for a zero vector. */
export const cosineDistance = defineScalarFunction({
  name: 'cosine_distance',

  coerce: listSignature('cosine_distance', 'VV', 'cosine_distance(a, b)'),
  parameterNames: ['a', 'b'],

  returns: () => ({ type: Float64, nullable: true }),
  evaluate: ([a, b]) => {
    checkSameLength(a as Items, b as Items, 'cosine_distance');
    const [x, y] = [numbersOf(a as Items), numbersOf(b as Items)];
    if (x === undefined || y === undefined) return null;
    const norms = Math.sqrt(dotProduct(x, x)) * Math.sqrt(dotProduct(y, y));
    return norms === 0 ? null : 1 - dotProduct(x, y) / norms;
  },
  doc: {
    section: 'Array',
    summary: '1 minus the cosine of the angle between two vectors; NULL for a zero vector.',
    syntax: 'cosine_distance(a, b)',
    example: 'cosine_distance([1, 0], [0, 1]) -- 1.0',
  },
});
