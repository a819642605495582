import { pairAggregateOf } from './pair-moments.js';

/** `corr(y, x)`: correlation of pairs; NULL when one side does not vary. */
export const corr = pairAggregateOf({
  name: 'corr',
  summary: 'Correlation of pairs; NULL when one side does not vary.',
  finish: ({ xx, yy, xy }) => (xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy)),
});
