import { isDecimal } from '@ballista-ts/core';
import { realParameter } from '../../definition/parameter.js';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkPrecision } from '../../values/decimals.js';
import { roundUnscaled } from './round-decimal.js';

/** `floor(x)`: largest whole number not above the argument. Decimals keep their type, integers become Float64. */
export const floor = defineScalarFunction({
  name: 'floor',
  parameters: [realParameter('x')],
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const { type } = args[0]!;
    return isDecimal(type)
      ? ([x]) => checkPrecision(roundUnscaled(x as bigint, type.scale, 0, Math.max(type.scale, 0), 'down'), type)
      : ([x]) => Math.floor(x as number);
  },
  doc: {
    section: 'Math',
    summary: 'Largest whole number not above the argument.',
    syntax: 'floor(x)',
    example: 'floor(1.8) -- 1.0',
  },
});
