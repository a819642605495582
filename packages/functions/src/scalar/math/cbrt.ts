import { unaryMath } from './unary-math.js';

/** `cbrt(x)`: cube root. */
export const cbrt = unaryMath({
  name: 'cbrt',
  compute: Math.cbrt,
  summary: 'Cube root.',
  example: 'cbrt(27) -- 3.0',
});
