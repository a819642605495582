import { Float64 } from '@ballista-ts/core';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `percent_rank()`: (rank - 1) / (rows - 1), from 0 to 1; 0 for a single row. */
export const percentRank = defineWindowFunction({
  name: 'percent_rank',
  parameters: [],
  returns: neverNull(Float64),
  evaluatePartition: (_args, { numRows, peerStart }) =>
    Array.from({ length: numRows }, (_, row) => (numRows === 1 ? 0 : peerStart[row]! / (numRows - 1))),
  doc: { section: 'Ranking', summary: 'Relative rank of the row, from 0 to 1.', syntax: 'percent_rank()' },
});
