import { isDecimal } from '@ballista-ts/core';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { absBigint, checkPrecision } from '../../values/decimals.js';
import { checkInt64 } from '../../values/integers.js';
import { coerceDivisible, greatestCommonDivisor } from './common-divisor.js';

/** `lcm(a, b)`: least common multiple, never negative; 0 when one of them is 0. */
export const lcm = defineScalarFunction({
  name: 'lcm',
  coerce: (args) => coerceDivisible('lcm', args),
  parameterNames: ['a', 'b'],
  returns: sameAsFirst,
  evaluate: ([a, b], { returnType }) => {
    const [x, y] = [a as bigint, b as bigint];
    const multiple = x === 0n || y === 0n ? 0n : absBigint(x / greatestCommonDivisor(x, y)) * absBigint(y);
    return isDecimal(returnType) ? checkPrecision(multiple, returnType) : checkInt64(multiple, `LCM(${a}, ${b})`);
  },
  doc: {
    section: 'Math',
    summary: 'Least common multiple, never negative.',
    syntax: 'lcm(a, b)',
    example: 'lcm(4, 6) -- 12',
  },
});
