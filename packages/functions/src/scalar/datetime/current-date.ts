import { Date32, timestamp } from '@ballista-ts/core';
import { castValue } from '../../cast/cast.js';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `current_date()`: the date on which the query began, in the session's zone. */
export const currentDate = defineScalarFunction({
  name: 'current_date',
  aliases: ['today'],
  volatility: 'stable',
  parameters: [],
  returns: neverNull(Date32),
  evaluate: (_args, { query }) => castValue(query.queryTimeNanos, timestamp('nanosecond', query.timeZone), Date32),
  doc: { section: 'Time and date', summary: 'The date on which the query began.', syntax: 'current_date()' },
});
