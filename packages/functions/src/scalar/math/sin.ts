import { unaryMath } from './unary-math.js';

/** `sin(x)`: sine of an angle in radians. */
export const sin = unaryMath({
  name: 'sin',
  compute: Math.sin,
  summary: 'Sine of an angle in radians.',
  example: 'sin(0) -- 0.0',
});
