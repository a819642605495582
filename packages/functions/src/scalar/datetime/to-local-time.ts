import { type DataTypeOf, timestamp } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { splitSeconds, ticksPerSecond } from '../../time/units.js';
import { offsetAt } from '../../time/zone.js';
import { timestampParameter } from './temporal-parameter.js';

/** `to_local_time(ts)`: what the clocks of the timestamp's zone show, as a timestamp without zone. */
export const toLocalTime = defineScalarFunction({
  name: 'to_local_time',
  parameters: [timestampParameter('timestamp', { times: false })],
  returns: ([value]) => timestamp((value!.type as DataTypeOf<'Timestamp'>).unit),
  prepare: ({ args }) => {
    const { unit, timezone } = args[0]!.type as DataTypeOf<'Timestamp'>;
    if (timezone === undefined) return ([value]) => value!;
    return ([value]) => {
      const { seconds } = splitSeconds(value as bigint, unit);
      return (value as bigint) + BigInt(offsetAt(seconds, timezone)) * ticksPerSecond[unit];
    };
  },
  doc: {
    section: 'Time and date',
    summary: 'The wall-clock time of a timestamp with zone, as one without.',
    syntax: 'to_local_time(timestamp)',
    example: "to_local_time('2024-04-01T00:00:20Z'::timestamp AT TIME ZONE 'Europe/Brussels')",
  },
});
