import { ExecutionError, Int64 } from '@ballista-ts/core';
import { integerParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `factorial(n)`: product of 1 to n. 20 is the largest whose result fits 64 bits. */
export const factorial = defineScalarFunction({
  name: 'factorial',
  parameters: [integerParameter('n')],
  returns: Int64,
  evaluate: ([n]) => {
    const limit = n as bigint;
    if (limit < 0n) throw new ExecutionError(`factorial of a negative number: ${limit}`);
    if (limit > 20n) throw new ExecutionError(`Overflow happened on FACTORIAL(${limit})`);
    let product = 1n;
    for (let factor = 2n; factor <= limit; factor += 1n) product *= factor;
    return product;
  },
  doc: {
    section: 'Math',
    summary: 'Product of the whole numbers from 1 to n; an error for negative n and for n above 20.',
    syntax: 'factorial(n)',
    example: 'factorial(5) -- 120',
  },
});
