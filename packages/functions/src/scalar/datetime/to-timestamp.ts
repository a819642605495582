import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { toTimestampOfUnit } from './to-timestamp-of-unit.js';

/** `to_timestamp(x[, format, ...])`: a timestamp in nanoseconds, in the session's zone; numbers count seconds. */
export const defineToTimestamp = (timeZone: string | undefined): ScalarFunctionDefinition =>
  toTimestampOfUnit({
    name: 'to_timestamp',
    unit: 'nanosecond',
    numbers: 'second',
    timeZone,
    summary:
      'A timestamp in nanoseconds from text (by given formats), a number of seconds since the epoch, a date or a timestamp.',
    example: 'to_timestamp(1) -- 1970-01-01T00:00:01',
  });
