import { defineAggregateFunction } from '../definition/aggregate.js';
import { doubleParameter, floatParameter, integerParameter, optional } from '../definition/parameter.js';
import { floatResult } from '../definition/return-types.js';
import { centroidsOf, digestState, finishFloat, PercentileAccumulator } from './approx-percentile.js';
import { percentileOf } from './percentile.js';

/** `approx_percentile_cont_with_weight(w, p) WITHIN GROUP (ORDER BY x)`, planned as `..._with_weight(x, w, p[, centroids])`. */
export const approxPercentileContWithWeight = defineAggregateFunction({
  name: 'approx_percentile_cont_with_weight',
  parameters: [
    floatParameter('expression'),
    doubleParameter('weight'),
    doubleParameter('percentile'),
    optional(integerParameter('centroids')),
  ],
  returns: floatResult,
  stateFields: () => digestState,
  createAccumulator: (call) =>
    new PercentileAccumulator({
      centroids: centroidsOf(call, 3, 'approx_percentile_cont_with_weight'),
      fraction: percentileOf(call, 2, 'approx_percentile_cont_with_weight'),
      weighted: true,
      finish: finishFloat(call),
    }),
  doc: {
    section: 'Approximate',
    summary: 'Approximate value at a fraction of the total weight of the ordered values.',
    syntax: 'approx_percentile_cont_with_weight(weight, percentile[, centroids]) WITHIN GROUP (ORDER BY expression)',
    example: 'approx_percentile_cont_with_weight(quantity, 0.9) WITHIN GROUP (ORDER BY price)',
  },
});
