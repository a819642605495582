import { Boolean_ } from '@ballista-ts/core';
import { floatParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `isnan(x)`: whether the number is NaN, of either sign. */
export const isnan = defineScalarFunction({
  name: 'isnan',
  parameters: [floatParameter('x')],
  returns: Boolean_,
  evaluate: ([x]) => Number.isNaN(x),
  doc: {
    section: 'Math',
    summary: 'Whether the number is NaN.',
    syntax: 'isnan(x)',
    example: "isnan('NaN'::double) -- true",
  },
});
