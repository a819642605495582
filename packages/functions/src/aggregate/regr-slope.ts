import { pairAggregateOf } from './pair-moments.js';

/** `regr_slope(y, x)`: slope of the least-squares line through pairs; NULL when x does not vary. */
export const regrSlope = pairAggregateOf({
  name: 'regr_slope',
  summary: 'Slope of the least-squares line through pairs; NULL when x does not vary.',
  finish: ({ xx, xy }) => (xx === 0 ? null : xy / xx),
});
