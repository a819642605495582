import { isDecimal } from '@ballista-ts/core';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkPrecision } from '../../values/decimals.js';
import { checkInt64 } from '../../values/integers.js';
import { coerceDivisible, greatestCommonDivisor } from './common-divisor.js';

/** `gcd(a, b)`: greatest common divisor, never negative; gcd(0, 0) is 0. */
export const gcd = defineScalarFunction({
  name: 'gcd',
  coerce: (args) => coerceDivisible('gcd', args),
  parameterNames: ['a', 'b'],
  returns: sameAsFirst,
  evaluate: ([a, b], { returnType }) => {
    const divisor = greatestCommonDivisor(a as bigint, b as bigint);
    return isDecimal(returnType) ? checkPrecision(divisor, returnType) : checkInt64(divisor, `GCD(${a}, ${b})`);
  },
  doc: {
    section: 'Math',
    summary: 'Greatest common divisor, never negative.',
    syntax: 'gcd(a, b)',
    example: 'gcd(48, 18) -- 6',
  },
});
