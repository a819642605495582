import { pairAggregateOf } from './pair-moments.js';

/** `regr_sxx(y, x)`: sum of squared distances of x from its mean. */
export const regrSxx = pairAggregateOf({
  name: 'regr_sxx',
  summary: 'Sum of squared distances of x from its mean.',
  finish: ({ count, xx }) => (count === 0 ? null : xx),
});
