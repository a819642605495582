import { UInt64 } from '@ballista-ts/core';
import { pairAggregateOf } from './pair-moments.js';

/** `regr_count(y, x)`: number of pairs without NULL. */
export const regrCount = pairAggregateOf({
  name: 'regr_count',
  summary: 'Number of pairs without NULL.',
  returns: UInt64,
  finish: ({ count }) => BigInt(count),
});
