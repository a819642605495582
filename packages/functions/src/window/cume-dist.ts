import { Float64 } from '@ballista-ts/core';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `cume_dist()`: share of the rows up to and including the row's peers. */
export const cumeDist = defineWindowFunction({
  name: 'cume_dist',
  parameters: [],
  returns: neverNull(Float64),
  evaluatePartition: (_args, { numRows, peerEnd }) =>
    Array.from({ length: numRows }, (_, row) => peerEnd[row]! / numRows),
  doc: {
    section: 'Ranking',
    summary: 'Share of the rows up to and including the row and its equals.',
    syntax: 'cume_dist()',
  },
});
