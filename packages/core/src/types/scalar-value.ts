import type { DataType } from './data-type.js';

/** Months, days and nanoseconds are three independent parts; they compare and add separately. */
export interface IntervalMonthDayNano {
  readonly months: number;
  readonly days: number;
  readonly nanos: bigint;
}
export interface IntervalDayTime {
  readonly days: number;
  readonly milliseconds: number;
}

/**
 * One value in its JavaScript form, without its type. What each type uses:
 *
 * | type | form |
 * |---|---|
 * | Boolean | `boolean` |
 * | Int8..Int32, UInt8..UInt32, Float16..Float64 | `number` |
 * | Date32 (days), Time32, Interval(YearMonth, months) | `number` |
 * | Int64, UInt64, Date64 (ms), Time64, Timestamp, Duration | `bigint` |
 * | Decimal32..Decimal256 | `bigint`, the unscaled value |
 * | Utf8, LargeUtf8, Utf8View | `string` |
 * | Binary, LargeBinary, BinaryView, FixedSizeBinary | `Uint8Array` |
 * | Interval(MonthDayNano), Interval(DayTime) | the interfaces above |
 * | lists | array of values |
 * | Struct | array of values, in field order |
 * | Map | array of `[key, value]` arrays, in entry order |
 * | Dictionary, RunEndEncoded | the form of the value type |
 * | Union | `[typeId, value]` |
 * | any type, NULL | `null` |
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | IntervalMonthDayNano
  | IntervalDayTime
  | readonly Value[];

/** A typed constant. */
export interface ScalarValue {
  readonly type: DataType;
  readonly value: Value;
}

export const scalar = (type: DataType, value: Value): ScalarValue => ({ type, value });
/** The NULL of a type. */
export const nullScalar = (type: DataType): ScalarValue => ({ type, value: null });

/**
 * Equality of values as data, not as SQL: NULL equals NULL, NaN equals NaN, and 0.0 differs from -0.0. For tests, caches
 * and plan comparison.
 */
export function valueEquals(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Uint8Array) {
    return b instanceof Uint8Array && a.length === b.length && a.every((byte, index) => byte === b[index]);
  }
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((one, index) => valueEquals(one as Value, b[index] as Value))
    );
  }
  if ('months' in a) return 'months' in b && a.months === b.months && a.days === b.days && a.nanos === b.nanos;
  if ('milliseconds' in a) return 'milliseconds' in b && a.days === b.days && a.milliseconds === b.milliseconds;
  return false;
}
