import { pairAggregateOf } from './pair-moments.js';

/** `covar_samp(y, x)`: sample covariance of pairs (divides by n - 1). */
export const covarSamp = pairAggregateOf({
  name: 'covar_samp',
  aliases: ['covar'],
  summary: 'Sample covariance of pairs (divides by n - 1).',
  finish: ({ count, xy }) => (count < 2 ? null : xy / (count - 1)),
});
