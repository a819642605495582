import { UInt64 } from '@ballista-ts/core';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `rank()`: one more than the rows before the row's peers; equal rows share a rank and leave a gap after it. */
export const rank = defineWindowFunction({
  name: 'rank',
  parameters: [],
  returns: neverNull(UInt64),
  evaluatePartition: (_args, { numRows, peerStart }) =>
    Array.from({ length: numRows }, (_, row) => BigInt(peerStart[row]! + 1)),
  doc: {
    section: 'Ranking',
    summary: 'Rank of the row; equal rows share one and leave a gap after it.',
    syntax: 'rank()',
  },
});
