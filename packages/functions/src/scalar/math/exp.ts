import { unaryMath } from './unary-math.js';

/** `exp(x)`: e to the power of the number. */
export const exp = unaryMath({
  name: 'exp',
  compute: Math.exp,
  summary: 'e to the power of the number.',
  example: 'exp(0) -- 1.0',
});
