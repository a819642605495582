import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { toTimestampOfUnit } from './to-timestamp-of-unit.js';

/** `to_timestamp_micros(x[, format, ...])`: a timestamp in microseconds, in the session's zone; numbers count microseconds. */
export const defineToTimestampMicros = (timeZone: string | undefined): ScalarFunctionDefinition =>
  toTimestampOfUnit({
    name: 'to_timestamp_micros',
    unit: 'microsecond',
    numbers: 'microsecond',
    timeZone,
    summary:
      'A timestamp in microseconds from text (by given formats), a number of microseconds since the epoch, a date or a timestamp.',
    example: 'to_timestamp_micros(1) -- 1970-01-01T00:00:00.000001',
  });
