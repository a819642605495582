import { pairAggregateOf } from './pair-moments.js';

/** `regr_intercept(y, x)`: where the least-squares line meets x = 0; NULL when x does not vary. */
export const regrIntercept = pairAggregateOf({
  name: 'regr_intercept',
  summary: 'Where the least-squares line meets x = 0; NULL when x does not vary.',
  finish: ({ xx, xy, meanX, meanY }) => (xx === 0 ? null : meanY - (xy / xx) * meanX),
});
