import { unaryMath } from './unary-math.js';

/** `cosh(x)`: hyperbolic cosine. */
export const cosh = unaryMath({
  name: 'cosh',
  compute: Math.cosh,
  summary: 'Hyperbolic cosine.',
  example: 'cosh(0) -- 1.0',
});
