import { unaryMath } from './unary-math.js';

/** `signum(x)`: -1, 0 or 1 by the sign of the number; zero of either sign gives 0, NaN gives NaN. */
export const signum = unaryMath({
  name: 'signum',
  compute: (x) => (x === 0 ? 0 : Math.sign(x)),
  summary: '-1, 0 or 1 by the sign of the number; NaN for NaN.',
  example: 'signum(-5) -- -1.0',
});
