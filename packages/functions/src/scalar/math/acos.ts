import { unaryMath } from './unary-math.js';

/** `acos(x)`: arc cosine in radians; NaN outside [-1, 1]. */
export const acos = unaryMath({
  name: 'acos',
  compute: Math.acos,
  summary: 'Arc cosine in radians; NaN outside [-1, 1].',
  example: 'acos(1) -- 0.0',
});
