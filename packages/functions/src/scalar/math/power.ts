import { Float64 } from '@ballista-ts/core';
import { doubleParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `power(base, exponent)`: Float64, whatever the arguments. */
export const power = defineScalarFunction({
  name: 'power',
  aliases: ['pow'],
  parameters: [doubleParameter('base'), doubleParameter('exponent')],
  returns: Float64,
  evaluate: ([base, exponent]) => ieeePower(base as number, exponent as number),
  doc: {
    section: 'Math',
    summary: 'The base raised to a power.',
    syntax: 'power(base, exponent)',
    example: 'power(2, 3) -- 8.0',
  },
});

/** IEEE 754 says 1 here, JavaScript says NaN. */
const ieeePower = (base: number, exponent: number): number =>
  base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY) ? 1 : base ** exponent;
