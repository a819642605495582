import { groupingFunctionType, InternalError } from '@ballista-ts/core';
import { defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter, variadic } from '../definition/parameter.js';

/** `grouping(a, b)`: which keys a grouping set leaves out. Planning replaces it by bits of the grouping id; it never runs. */
export const grouping = defineAggregateFunction({
  name: 'grouping',
  parameters: [variadic(anyParameter('key'))],
  returns: () => ({ type: groupingFunctionType, nullable: false }),
  stateFields: () => [],
  createAccumulator: () => {
    throw new InternalError('grouping() reached execution; the analyzer should have replaced it');
  },
  doc: {
    section: 'General',
    summary: 'One bit for each key, leftmost highest: 1 where the grouping set leaves the key out.',
    syntax: 'grouping(key[, ..., key])',
    example: 'grouping(region, city)',
  },
});
