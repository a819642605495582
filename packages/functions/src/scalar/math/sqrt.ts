import { ExecutionError } from '@ballista-ts/core';
import { unaryMath } from './unary-math.js';

/** `sqrt(x)`: square root. A negative number is an error. */
export const sqrt = unaryMath({
  name: 'sqrt',
  compute: root,
  summary: 'Square root. A negative number is an error.',
  example: 'sqrt(9) -- 3.0',
});

function root(x: number): number {
  if (x < 0) throw new ExecutionError(`cannot take square root of a negative number: ${x}`);
  return Math.sqrt(x);
}
