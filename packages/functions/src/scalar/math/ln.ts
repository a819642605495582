import { unaryMath } from './unary-math.js';

/** `ln(x)`: natural logarithm; NaN for negative numbers. */
export const ln = unaryMath({
  name: 'ln',
  compute: Math.log,
  summary: 'Natural logarithm; NaN for negative numbers.',
  example: 'ln(1) -- 0.0',
});
