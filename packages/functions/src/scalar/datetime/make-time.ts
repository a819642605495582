import { ExecutionError, time32 } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { int32Parameter } from './int32-parameter.js';

/** `make_time(hour, minute, second)`. */
export const makeTime = defineScalarFunction({
  name: 'make_time',
  parameters: [int32Parameter('hour'), int32Parameter('minute'), int32Parameter('second')],
  returns: time32('second'),
  evaluate: (args) => {
    const [hour, minute, second] = args as readonly [number, number, number];
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
      throw new ExecutionError(`Unable to parse time from ${hour}, ${minute}, ${second}`);
    }
    return hour * 3600 + minute * 60 + second;
  },
  doc: {
    section: 'Time and date',
    summary: 'A time of day from hour, minute and second.',
    syntax: 'make_time(hour, minute, second)',
    example: 'make_time(13, 23, 1) -- 13:23:01',
  },
});
