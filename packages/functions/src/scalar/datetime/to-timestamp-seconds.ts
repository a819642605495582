import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { toTimestampOfUnit } from './to-timestamp-of-unit.js';

/** `to_timestamp_seconds(x[, format, ...])`: a timestamp in seconds, in the session's zone; numbers count seconds. */
export const defineToTimestampSeconds = (timeZone: string | undefined): ScalarFunctionDefinition =>
  toTimestampOfUnit({
    name: 'to_timestamp_seconds',
    unit: 'second',
    numbers: 'second',
    timeZone,
    summary:
      'A timestamp in seconds from text (by given formats), a number of seconds since the epoch, a date or a timestamp.',
    example: 'to_timestamp_seconds(1) -- 1970-01-01T00:00:01',
  });
