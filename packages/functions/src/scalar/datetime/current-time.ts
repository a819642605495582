import { time64, timestamp } from '@ballista-ts/core';
import { castValue } from '../../cast/cast.js';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `current_time()`: the time of day at which the query began, in the session's zone. */
export const currentTime = defineScalarFunction({
  name: 'current_time',
  volatility: 'stable',
  parameters: [],
  returns: neverNull(time64('nanosecond')),
  evaluate: (_args, { query }) =>
    castValue(query.queryTimeNanos, timestamp('nanosecond', query.timeZone), time64('nanosecond')),
  doc: { section: 'Time and date', summary: 'The time of day at which the query began.', syntax: 'current_time()' },
});
