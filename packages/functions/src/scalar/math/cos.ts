import { unaryMath } from './unary-math.js';

/** `cos(x)`: cosine of an angle in radians. */
export const cos = unaryMath({
  name: 'cos',
  compute: Math.cos,
  summary: 'Cosine of an angle in radians.',
  example: 'cos(0) -- 1.0',
});
