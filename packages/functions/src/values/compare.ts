import {
  type DataType,
  InternalError,
  type IntervalDayTime,
  type IntervalMonthDayNano,
  type Value,
} from '@ballista-ts/core';

/** Negative, zero or positive, for two values that are not NULL. */
export type Comparator = (a: Value, b: Value) => number;

/**
 * The total order of a type: what sort, merge, min, max and the comparison operators use.
 *
 * - NaN is greater than every other number and equals itself; -0.0 equals 0.0
 * - text and binary compare by bytes (text: by code point, which is the order of its UTF-8 bytes); false before true
 * - intervals compare by months, then days, then time; lists and structs element by element, a shorter list first
 * - NULL inside lists, structs and maps equals NULL and comes before everything else
 */
export function comparator(type: DataType): Comparator {
  switch (type.kind) {
    case 'Null':
      return () => 0;
    case 'Boolean':
      return (a, b) => Number(a) - Number(b);
    case 'Float16':
    case 'Float32':
    case 'Float64':
      return compareFloats as Comparator;
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
    case 'Date32':
    case 'Time32':
      return (a, b) => (a as number) - (b as number);
    case 'Int64':
    case 'UInt64':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return (a, b) => ((a as bigint) < (b as bigint) ? -1 : (a as bigint) > (b as bigint) ? 1 : 0);
    case 'Utf8':
    case 'LargeUtf8':
    case 'Utf8View':
      return compareText as Comparator;
    case 'Binary':
    case 'LargeBinary':
    case 'BinaryView':
    case 'FixedSizeBinary':
      return compareBytes as Comparator;
    case 'Interval':
      return compareIntervals as Comparator;
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
    case 'FixedSizeList': {
      const item = nullsFirst(comparator(type.field.type));
      return (a, b) => compareSequences(a as readonly Value[], b as readonly Value[], () => item);
    }
    case 'Struct': {
      const parts = type.fields.map((one) => nullsFirst(comparator(one.type)));
      return (a, b) => compareSequences(a as readonly Value[], b as readonly Value[], (index) => parts[index]!);
    }
    case 'Map': {
      const entry = nullsFirst(comparator(type.entries.type));
      return (a, b) => compareSequences(a as readonly Value[], b as readonly Value[], () => entry);
    }
    case 'Dictionary':
      return comparator(type.value);
    case 'RunEndEncoded':
      return comparator(type.values.type);
    case 'Union': {
      const parts = new Map(type.fields.map((one, index) => [type.typeIds[index]!, nullsFirst(comparator(one.type))]));
      return (a, b) => {
        const [left, x] = a as readonly [number, Value];
        const [right, y] = b as readonly [number, Value];
        return left - right || (parts.get(left)?.(x, y) ?? 0);
      };
    }
    default:
      throw new InternalError(`no order for type ${(type as DataType).kind}`);
  }
}

/** Compares two values of a type in its total order; NULL comes first. See `comparator`. */
export const compareValues = (type: DataType, a: Value, b: Value): number => nullsFirst(comparator(type))(a, b);

const nullsFirst =
  (compare: Comparator): Comparator =>
  (a, b) =>
    a === null ? (b === null ? 0 : -1) : b === null ? 1 : compare(a, b);

/** One key of an order over rows. */
export interface RowOrderKey {
  readonly type: DataType;
  /** Position in the row. */
  readonly index: number;
  readonly asc: boolean;
  readonly nullsFirst: boolean;
}

/** Orders rows by several keys; NULLs go where each key says, whatever its direction. */
export function rowComparator(keys: readonly RowOrderKey[]): (a: readonly Value[], b: readonly Value[]) => number {
  const parts = keys.map((key) => ({ index: key.index, compare: sortComparator(key.type, key) }));
  return (a, b) => {
    for (const { index, compare } of parts) {
      const order = compare(a[index]!, b[index]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Orders values, NULLs included, as ORDER BY does. */
export function sortComparator(
  type: DataType,
  { asc, nullsFirst }: { readonly asc: boolean; readonly nullsFirst: boolean },
): Comparator {
  const compare = comparator(type);
  const nullOrder = nullsFirst ? -1 : 1;
  return (a, b) => {
    if (a === null) return b === null ? 0 : nullOrder;
    if (b === null) return -nullOrder;
    return asc ? compare(a, b) : compare(b, a);
  };
}

function compareFloats(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** Orders by code point. JavaScript's `<` does not: it puts U+FF5E after U+1F600, whose surrogates are smaller units. */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return surrogatesLast(x) - surrogatesLast(y);
  }
  return a.length - b.length;
}
const surrogatesLast = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    if (a[index] !== b[index]) return a[index]! - b[index]!;
  }
  return a.length - b.length;
}

function compareIntervals(
  a: number | IntervalMonthDayNano | IntervalDayTime,
  b: number | IntervalMonthDayNano | IntervalDayTime,
): number {
  if (typeof a === 'number') return a - (b as number);
  if ('months' in a) {
    const other = b as IntervalMonthDayNano;
    return (
      a.months - other.months || a.days - other.days || (a.nanos < other.nanos ? -1 : a.nanos > other.nanos ? 1 : 0)
    );
  }
  const other = b as IntervalDayTime;
  return a.days - other.days || a.milliseconds - other.milliseconds;
}

function compareSequences(a: readonly Value[], b: readonly Value[], compareAt: (index: number) => Comparator): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    const order = compareAt(index)(a[index]!, b[index]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
