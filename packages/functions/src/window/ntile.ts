import { ExecutionError, UInt64, type Value } from '@ballista-ts/core';
import { integerParameter } from '../definition/parameter.js';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `ntile(n)`: which of n buckets the row falls into, from 1; the first buckets get one row more when they do not divide evenly. */
export const ntile = defineWindowFunction({
  name: 'ntile',
  parameters: [integerParameter('n')],
  returns: neverNull(UInt64),
  evaluatePartition: ([counts], { numRows }) => {
    const out: Value[] = [];
    for (let row = 0; row < numRows; row += 1) {
      const n = counts![row];
      if (n === null || (n as bigint) <= 0n)
        throw new ExecutionError(`ntile requires a positive integer, got ${n ?? 'NULL'}`);
      const buckets = Number(n);
      const size = Math.floor(numRows / buckets);
      const larger = numRows % buckets;
      const inLarger = larger * (size + 1);
      out.push(
        BigInt(row < inLarger ? Math.floor(row / (size + 1)) + 1 : larger + Math.floor((row - inLarger) / size) + 1),
      );
    }
    return out;
  },
  doc: {
    section: 'Ranking',
    summary: 'Bucket of the row among n of about equal size, from 1.',
    syntax: 'ntile(n)',
    example: 'ntile(4)',
  },
});
