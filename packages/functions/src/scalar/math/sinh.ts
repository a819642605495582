import { unaryMath } from './unary-math.js';

/** `sinh(x)`: hyperbolic sine. */
export const sinh = unaryMath({
  name: 'sinh',
  compute: Math.sinh,
  summary: 'Hyperbolic sine.',
  example: 'sinh(0) -- 0.0',
});
