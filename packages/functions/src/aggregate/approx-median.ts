import { isDecimal } from '@ballista-ts/core';
import type { Accumulator } from '../definition/aggregate.js';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { realParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { decimalToNumber, numberToDecimal } from '../values/decimals.js';
import { defaultCentroids, digestState, finishFloat, PercentileAccumulator } from './approx-percentile.js';

/** `approx_median(x)`: the middle value, from a digest. */
export const approxMedian = defineAggregateFunction({
  name: 'approx_median',
  parameters: [realParameter('expression')],
  returns: sameAsFirst,
  stateFields: () => digestState,
  createAccumulator: (call) => {
    const { type } = call.args[0]!;
    const options = { centroids: defaultCentroids, fraction: 0.5, weighted: false };
    if (!isDecimal(type)) return new PercentileAccumulator({ ...options, finish: finishFloat(call) });
    const inner = new PercentileAccumulator({
      ...options,
      finish: (value) => numberToDecimal(value, type.scale) ?? null,
    });
    return {
      update: ([value]) => inner.update([value === null ? null : decimalToNumber(value as bigint, type.scale)]),
      merge: (state) => inner.merge(state),
      state: () => inner.state(),
      value: () => inner.value(),
    } satisfies Accumulator;
  },
  doc: {
    section: 'Approximate',
    summary: 'Approximate middle value.',
    syntax: 'approx_median(expression)',
    example: 'approx_median(price)',
  },
});
