import { unaryMath } from './unary-math.js';

/** `atan(x)`: arc tangent in radians. */
export const atan = unaryMath({
  name: 'atan',
  compute: Math.atan,
  summary: 'Arc tangent in radians.',
  example: 'atan(0) -- 0.0',
});
