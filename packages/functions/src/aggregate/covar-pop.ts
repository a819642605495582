import { pairAggregateOf } from './pair-moments.js';

/** `covar_pop(y, x)`: population covariance of pairs (divides by n). */
export const covarPop = pairAggregateOf({
  name: 'covar_pop',
  summary: 'Population covariance of pairs (divides by n).',
  finish: ({ count, xy }) => (count === 0 ? null : xy / count),
});
