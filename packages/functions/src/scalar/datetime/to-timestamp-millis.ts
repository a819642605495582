import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { toTimestampOfUnit } from './to-timestamp-of-unit.js';

/** `to_timestamp_millis(x[, format, ...])`: a timestamp in milliseconds, in the session's zone; numbers count milliseconds. */
export const defineToTimestampMillis = (timeZone: string | undefined): ScalarFunctionDefinition =>
  toTimestampOfUnit({
    name: 'to_timestamp_millis',
    unit: 'millisecond',
    numbers: 'millisecond',
    timeZone,
    summary:
      'A timestamp in milliseconds from text (by given formats), a number of milliseconds since the epoch, a date or a timestamp.',
    example: 'to_timestamp_millis(1) -- 1970-01-01T00:00:00.001',
  });
