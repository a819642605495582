import { pairAggregateOf } from './pair-moments.js';

/** `regr_avgx(y, x)`: mean of x over complete pairs. */
export const regrAvgx = pairAggregateOf({
  name: 'regr_avgx',
  summary: 'Mean of x over complete pairs.',
  finish: ({ count, meanX }) => (count === 0 ? null : meanX),
});
