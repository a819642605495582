import { unaryMath } from './unary-math.js';

/** `asinh(x)`: inverse hyperbolic sine. */
export const asinh = unaryMath({
  name: 'asinh',
  compute: Math.asinh,
  summary: 'Inverse hyperbolic sine.',
  example: 'asinh(0) -- 0.0',
});
