import { isDecimal, type Value } from '@ballista-ts/core';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { realParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { comparator } from '../values/compare.js';
import { type FloatKind, roundFloat } from '../values/floats.js';
import { collectedValuesState, ValuesAccumulator } from './collected-values.js';

/** `median(x)`: the middle value, or the mean of the middle two. Exact. */
export const median = defineAggregateFunction({
  name: 'median',
  parameters: [realParameter('expression')],
  returns: sameAsFirst,
  stateFields: ([arg]) => collectedValuesState('median', arg!.type),
  createAccumulator: ({ args }) => {
    const { type } = args[0]!;
    const compare = comparator(type);
    const mean = isDecimal(type)
      ? (a: Value, b: Value): Value => ((a as bigint) + (b as bigint)) / 2n
      : (a: Value, b: Value): Value => roundFloat(type.kind as FloatKind, ((a as number) + (b as number)) / 2);
    return new ValuesAccumulator((values) => {
      values.sort(compare);
      const middle = values.length >> 1;
      return values.length % 2 === 1 ? values[middle]! : mean(values[middle - 1]!, values[middle]!);
    });
  },
  doc: {
    section: 'General',
    summary: 'Middle value, or mean of the middle two.',
    syntax: 'median(expression)',
    example: 'median(price)',
  },
});
