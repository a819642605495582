import { Float64 } from '@ballista-ts/core';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { doubleParameter, floatParameter } from '../definition/parameter.js';
import { floatResult } from '../definition/return-types.js';
import { comparator } from '../values/compare.js';
import { collectedValuesState, ValuesAccumulator } from './collected-values.js';
import { interpolate, percentileOf } from './percentile.js';

/**
 * `percentile_cont(p) WITHIN GROUP (ORDER BY x)`, planned as `percentile_cont(x, p)`: exact, interpolated between neighbours. An
 * ORDER BY that descends mirrors p.
 */
export const percentileCont = defineAggregateFunction({
  name: 'percentile_cont',
  aliases: ['quantile_cont'],
  parameters: [floatParameter('expression'), doubleParameter('percentile')],
  returns: floatResult,
  stateFields: ([arg]) => collectedValuesState('percentile_cont', arg!.type),
  createAccumulator: (call) => {
    const fraction = percentileOf(call, 1, 'percentile_cont');
    const single = call.returnType.kind === 'Float32';
    return new ValuesAccumulator((values) => {
      const result = interpolate(values.sort(comparator(Float64)), fraction);
      return single ? Math.fround(result) : result;
    });
  },
  doc: {
    section: 'General',
    summary: 'Value at a fraction of the ordered values, interpolated between neighbours.',
    syntax: 'percentile_cont(percentile) WITHIN GROUP (ORDER BY expression)',
    example: 'percentile_cont(0.75) WITHIN GROUP (ORDER BY price)',
  },
});
