import { unaryMath } from './unary-math.js';

/** `tan(x)`: tangent of an angle in radians. */
export const tan = unaryMath({
  name: 'tan',
  compute: Math.tan,
  summary: 'Tangent of an angle in radians.',
  example: 'tan(0) -- 0.0',
});
