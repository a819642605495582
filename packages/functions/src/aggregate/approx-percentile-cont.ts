import { defineAggregateFunction } from '../definition/aggregate.js';
import { doubleParameter, floatParameter, integerParameter, optional } from '../definition/parameter.js';
import { floatResult } from '../definition/return-types.js';
import { centroidsOf, digestState, finishFloat, PercentileAccumulator } from './approx-percentile.js';
import { percentileOf } from './percentile.js';

/** `approx_percentile_cont(p[, centroids]) WITHIN GROUP (ORDER BY x)`, planned as `approx_percentile_cont(x, p[, centroids])`. */
export const approxPercentileCont = defineAggregateFunction({
  name: 'approx_percentile_cont',
  parameters: [floatParameter('expression'), doubleParameter('percentile'), optional(integerParameter('centroids'))],
  returns: floatResult,
  stateFields: () => digestState,
  createAccumulator: (call) =>
    new PercentileAccumulator({
      centroids: centroidsOf(call, 2, 'approx_percentile_cont'),
      fraction: percentileOf(call, 1, 'approx_percentile_cont'),
      weighted: false,
      finish: finishFloat(call),
    }),
  doc: {
    section: 'Approximate',
    summary: 'Approximate value at a fraction of the ordered values, from a t-digest.',
    syntax: 'approx_percentile_cont(percentile[, centroids]) WITHIN GROUP (ORDER BY expression)',
    example: 'approx_percentile_cont(0.75) WITHIN GROUP (ORDER BY price)',
  },
});
