import { PlanError, timestamp } from '@ballista-ts/core';
import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `from_unixtime(seconds[, zone])`: the timestamp that many seconds after the epoch. */
export const fromUnixtime = defineScalarFunction({
  name: 'from_unixtime',
  parameters: [integerParameter('seconds'), optional(textParameter('zone'))],
  returns: ([, zone]) => {
    if (zone === undefined) return timestamp('second');
    if (typeof zone.constant !== 'string') throw new PlanError('the zone of from_unixtime must be a text literal');
    return timestamp('second', zone.constant);
  },
  evaluate: ([seconds]) => seconds!,
  doc: {
    section: 'Time and date',
    summary: 'The timestamp that many seconds after 1970-01-01 UTC, in a zone if one is named.',
    syntax: 'from_unixtime(seconds[, zone])',
    example: 'from_unixtime(0) -- 1970-01-01T00:00:00',
  },
});
