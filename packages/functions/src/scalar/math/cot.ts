import { unaryMath } from './unary-math.js';

/** `cot(x)`: cotangent of an angle in radians; infinite at 0. */
export const cot = unaryMath({
  name: 'cot',
  compute: (x) => 1 / Math.tan(x),
  summary: 'Cotangent of an angle in radians; infinite at 0.',
  example: 'cot(1) -- 0.6420926159343306',
});
