import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { toTimestampOfUnit } from './to-timestamp-of-unit.js';

/** `to_timestamp_nanos(x[, format, ...])`: a timestamp in nanoseconds, in the session's zone; numbers count nanoseconds. */
export const defineToTimestampNanos = (timeZone: string | undefined): ScalarFunctionDefinition =>
  toTimestampOfUnit({
    name: 'to_timestamp_nanos',
    unit: 'nanosecond',
    numbers: 'nanosecond',
    timeZone,
    summary:
      'A timestamp in nanoseconds from text (by given formats), a number of nanoseconds since the epoch, a date or a timestamp.',
    example: 'to_timestamp_nanos(1) -- 1970-01-01T00:00:00.000000001',
  });
