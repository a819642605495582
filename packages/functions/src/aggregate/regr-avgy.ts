import { pairAggregateOf } from './pair-moments.js';

/** `regr_avgy(y, x)`: mean of y over complete pairs. */
export const regrAvgy = pairAggregateOf({
  name: 'regr_avgy',
  summary: 'Mean of y over complete pairs.',
  finish: ({ count, meanY }) => (count === 0 ? null : meanY),
});
