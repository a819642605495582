import { pairAggregateOf } from './pair-moments.js';

/** `regr_syy(y, x)`: sum of squared distances of y from its mean. */
export const regrSyy = pairAggregateOf({
  name: 'regr_syy',
  summary: 'Sum of squared distances of y from its mean.',
  finish: ({ count, yy }) => (count === 0 ? null : yy),
});
