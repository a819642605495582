import { timestamp } from '@ballista-ts/core';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction, type ScalarFunctionDefinition } from '../../definition/scalar.js';

/** `now()`: the time at which the query began, the same in every row and on every executor; in the session's zone. */
export const defineNow = (timeZone: string | undefined): ScalarFunctionDefinition =>
  defineScalarFunction({
    name: 'now',
    aliases: ['current_timestamp'],
    volatility: 'stable',
    parameters: [],
    returns: neverNull(timestamp('nanosecond', timeZone)),
    evaluate: (_args, { query }) => query.queryTimeNanos,
    doc: { section: 'Time and date', summary: 'The time at which the query began.', syntax: 'now()' },
  });
