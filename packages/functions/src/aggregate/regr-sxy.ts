import { pairAggregateOf } from './pair-moments.js';

/** `regr_sxy(y, x)`: sum of products of the distances of x and y from their means. */
export const regrSxy = pairAggregateOf({
  name: 'regr_sxy',
  summary: 'Sum of products of the distances of x and y from their means.',
  finish: ({ count, xy }) => (count === 0 ? null : xy),
});
