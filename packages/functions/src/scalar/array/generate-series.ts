import { list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { coerceSeries, series } from './series.js';

/** `generate_series([start,] stop[, step])`: the values from the start up to the stop, in a list. */
export const generateSeriesArray = defineScalarFunction({
  name: 'generate_series',
  coerce: (args) => coerceSeries('generate_series', args),
  parameterNames: ['start', 'stop', 'step'],
  returns: ([first]) => list(first!.type),
  prepare:
    ({ args }) =>
    (values) =>
      series('generate_series', args[0]!.type, values, true),
  doc: {
    section: 'Array',
    summary: 'A list of integers, dates or timestamps from a start (0 by default) up to a stop.',
    syntax: 'generate_series([start, ]stop[, step])',
    example: 'generate_series(1, 4) -- [1, 2, 3, 4]',
  },
});
