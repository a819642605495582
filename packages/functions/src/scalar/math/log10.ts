import { unaryMath } from './unary-math.js';

/** `log10(x)`: logarithm to base 10; NaN for negative numbers. */
export const log10 = unaryMath({
  name: 'log10',
  compute: Math.log10,
  summary: 'Logarithm to base 10; NaN for negative numbers.',
  example: 'log10(1000) -- 3.0',
});
