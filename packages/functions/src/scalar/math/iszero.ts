import { Boolean_ } from '@ballista-ts/core';
import { floatParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `iszero(x)`: whether the number is 0.0 or -0.0. */
export const iszero = defineScalarFunction({
  name: 'iszero',
  parameters: [floatParameter('x')],
  returns: Boolean_,
  evaluate: ([x]) => x === 0,
  doc: {
    section: 'Math',
    summary: 'Whether the number is zero, of either sign.',
    syntax: 'iszero(x)',
    example: 'iszero(0) -- true',
  },
});
