import { unaryMath } from './unary-math.js';

/** `degrees(x)`: radians as degrees. */
export const degrees = unaryMath({
  name: 'degrees',
  compute: (x) => x * (180 / Math.PI),
  summary: 'Radians as degrees.',
  example: 'degrees(pi()) -- 180.0',
});
