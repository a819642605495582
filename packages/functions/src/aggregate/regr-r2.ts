import { pairAggregateOf } from './pair-moments.js';

/** `regr_r2(y, x)`: square of the correlation; NULL when x does not vary, 1 when only y does not. */
export const regrR2 = pairAggregateOf({
  name: 'regr_r2',
  summary: 'Square of the correlation; NULL when x does not vary, 1 when only y does not.',
  finish: ({ xx, yy, xy }) => (xx === 0 ? null : yy === 0 ? 1 : (xy * xy) / (xx * yy)),
});
