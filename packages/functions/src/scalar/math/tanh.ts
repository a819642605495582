import { unaryMath } from './unary-math.js';

/** `tanh(x)`: hyperbolic tangent. */
export const tanh = unaryMath({
  name: 'tanh',
  compute: Math.tanh,
  summary: 'Hyperbolic tangent.',
  example: 'tanh(0) -- 0.0',
});
