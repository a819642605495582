import { unaryMath } from './unary-math.js';

/** `asin(x)`: arc sine in radians; NaN outside [-1, 1]. */
export const asin = unaryMath({
  name: 'asin',
  compute: Math.asin,
  summary: 'Arc sine in radians; NaN outside [-1, 1].',
  example: 'asin(0) -- 0.0',
});
