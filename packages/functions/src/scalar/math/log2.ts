import { unaryMath } from './unary-math.js';

/** `log2(x)`: logarithm to base 2; NaN for negative numbers. */
export const log2 = unaryMath({
  name: 'log2',
  compute: Math.log2,
  summary: 'Logarithm to base 2; NaN for negative numbers.',
  example: 'log2(8) -- 3.0',
});
