import type { PairFinder, RowPairs } from './join-rows.js';

const pairLimit = 65_536;

/** Every row of the held side with every row of a batch, in pieces of bounded size. */
export const allPairs = (leftRows: number): PairFinder =>
  function* (batch) {
    let pairs: RowPairs = { left: [], right: [] };
    for (let right = 0; right < batch.numRows; right += 1) {
      for (let left = 0; left < leftRows; left += 1) {
        pairs.left.push(left);
        pairs.right.push(right);
        if (pairs.left.length >= pairLimit) {
          yield pairs;
          pairs = { left: [], right: [] };
        }
      }
    }
    yield pairs;
  };
