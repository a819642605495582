import { UInt64, type Value } from '@ballista-ts/core';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `dense_rank()`: number of the peer group, from 1, without gaps. */
export const denseRank = defineWindowFunction({
  name: 'dense_rank',
  parameters: [],
  returns: neverNull(UInt64),
  evaluatePartition: (_args, { numRows, peerStart }) => {
    const out: Value[] = [];
    let group = 0n;
    for (let row = 0; row < numRows; row += 1) {
      if (peerStart[row] === row) group += 1n;
      out.push(group);
    }
    return out;
  },
  doc: { section: 'Ranking', summary: 'Rank of the row, without gaps.', syntax: 'dense_rank()' },
});
