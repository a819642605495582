import { isDecimal } from '@ballista-ts/core';
import { realParameter } from '../../definition/parameter.js';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkPrecision } from '../../values/decimals.js';
import { roundUnscaled } from './round-decimal.js';

/** `ceil(x)`: smallest whole number not below the argument. Decimals keep their type, integers become Float64. */
export const ceil = defineScalarFunction({
  name: 'ceil',
  parameters: [realParameter('x')],
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const { type } = args[0]!;
    return isDecimal(type)
      ? ([x]) => checkPrecision(roundUnscaled(x as bigint, type.scale, 0, Math.max(type.scale, 0), 'up'), type)
      : ([x]) => Math.ceil(x as number);
  },
  doc: {
    section: 'Math',
    summary: 'Smallest whole number not below the argument.',
    syntax: 'ceil(x)',
    example: 'ceil(1.2) -- 2.0',
  },
});
