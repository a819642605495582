import { unaryMath } from './unary-math.js';

/** `radians(x)`: degrees as radians. */
export const radians = unaryMath({
  name: 'radians',
  compute: (x) => x * (Math.PI / 180),
  summary: 'Degrees as radians.',
  example: 'radians(180) -- 3.141592653589793',
});
