import { unaryMath } from './unary-math.js';

/** `atanh(x)`: inverse hyperbolic tangent; infinite at -1 and 1, NaN outside. */
export const atanh = unaryMath({
  name: 'atanh',
  compute: Math.atanh,
  summary: 'Inverse hyperbolic tangent; infinite at -1 and 1, NaN outside.',
  example: 'atanh(0) -- 0.0',
});
