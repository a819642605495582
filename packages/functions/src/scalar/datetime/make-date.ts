import { Date32, daysFromCivil, ExecutionError } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { daysInMonth } from '../../time/calendar.js';
import { int32Parameter } from './int32-parameter.js';

/** `make_date(year, month, day)`. A day that does not exist is an error. */
export const makeDate = defineScalarFunction({
  name: 'make_date',
  parameters: [int32Parameter('year'), int32Parameter('month'), int32Parameter('day')],
  returns: Date32,
  evaluate: (args) => {
    const [year, month, day] = args as readonly [number, number, number];
    if (Math.abs(year) > 262_142 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
      throw new ExecutionError(`Unable to parse date from ${year}, ${month}, ${day}`);
    }
    return daysFromCivil(year, month, day);
  },
  doc: {
    section: 'Time and date',
    summary: 'A date from year, month and day.',
    syntax: 'make_date(year, month, day)',
    example: 'make_date(2024, 2, 29) -- 2024-02-29',
  },
});
