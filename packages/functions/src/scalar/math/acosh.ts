import { unaryMath } from './unary-math.js';

/** `acosh(x)`: inverse hyperbolic cosine; NaN below 1. */
export const acosh = unaryMath({
  name: 'acosh',
  compute: Math.acosh,
  summary: 'Inverse hyperbolic cosine; NaN below 1.',
  example: 'acosh(1) -- 0.0',
});
