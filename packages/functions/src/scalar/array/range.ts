import { list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { coerceSeries, series } from './series.js';

/** `range([start,] stop[, step])`: the values from the start before the stop, in a list. */
export const rangeArray = defineScalarFunction({
  name: 'range',
  coerce: (args) => coerceSeries('range', args),
  parameterNames: ['start', 'stop', 'step'],
  returns: ([first]) => list(first!.type),
  prepare:
    ({ args }) =>
    (values) =>
      series('range', args[0]!.type, values, false),
  doc: {
    section: 'Array',
    summary: 'A list of integers, dates or timestamps from a start (0 by default) before a stop.',
    syntax: 'range([start, ]stop[, step])',
    example: 'range(1, 4) -- [1, 2, 3]',
  },
});
