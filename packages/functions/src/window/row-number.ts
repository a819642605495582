import { UInt64 } from '@ballista-ts/core';
import { neverNull } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';

/** `row_number()`: place of the row in its partition, from 1. */
export const rowNumber = defineWindowFunction({
  name: 'row_number',
  parameters: [],
  returns: neverNull(UInt64),
  evaluatePartition: (_args, { numRows }) => Array.from({ length: numRows }, (_, row) => BigInt(row + 1)),
  doc: { section: 'Ranking', summary: 'Place of the row in its partition, from 1.', syntax: 'row_number()' },
});
