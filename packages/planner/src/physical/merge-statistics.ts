import {
  absent,
  type ColumnStatistics,
  combine,
  type DataType,
  exact,
  known,
  type Precision,
  type Statistics,
  toInexact,
  unknownColumn,
  type Value,
} from '@ballista-ts/core';

const add = (a: number, b: number): number => a + b;

/**
 * Statistics of several files together, from those of each. Undefined when a file has none. `types` are the file columns
 * followed by `extra` columns (from directory names), of which nothing is known.
 */
export function mergeStatistics(
  files: readonly { readonly statistics?: Statistics }[],
  types: readonly DataType[],
  extra: number,
): Statistics | undefined {
  const each = files.map((file) => file.statistics);
  if (!each.every((one) => one !== undefined)) return undefined;
  const sum = (of: (one: Statistics) => Precision<number>): Precision<number> =>
    each.reduce<Precision<number>>((total, one) => combine(total, of(one), add), exact(0));
  return {
    numRows: sum((one) => one.numRows),
    totalByteSize: sum((one) => one.totalByteSize),
    columns: [
      ...types.map((type, index): ColumnStatistics => {
        const columns = each.map((one) => one.columns[index] ?? unknownColumn);
        return {
          nullCount: sum((one) => one.columns[index]?.nullCount ?? absent),
          min: extreme(
            columns.map((one) => one.min),
            type,
            -1,
          ),
          max: extreme(
            columns.map((one) => one.max),
            type,
            1,
          ),
          distinctCount: mostDistinct(columns),
          byteSize: sum((one) => one.columns[index]?.byteSize ?? absent),
        };
      }),
      ...Array.from({ length: extra }, () => unknownColumn),
    ],
  };
}

/** The least (-1) or greatest (1) value; unknown where one is unknown, or where values do not compare as JavaScript's do. */
function extreme(values: readonly Precision<Value>[], type: DataType, sign: -1 | 1): Precision<Value> {
  if (!isPlainlyOrdered(type)) return absent;
  const [first, ...rest] = values;
  if (first === undefined) return absent;
  return rest.reduce((best, one) => combine(best, one, (a, b) => pick(a, b, sign)), first);
}

// A NULL extreme is that of a file without values.
function pick(a: Value, b: Value, sign: -1 | 1): Value {
  if (a === null) return b;
  if (b === null) return a;
  return (sign < 0 ? a <= b : a >= b) ? a : b;
}

/** Numbers, dates and instants; floats have NaN, texts order by bytes. */
export const isPlainlyOrdered = (type: DataType): boolean =>
  type.kind.startsWith('Int') ||
  type.kind.startsWith('UInt') ||
  type.kind.startsWith('Decimal') ||
  type.kind.startsWith('Date') ||
  type.kind === 'Timestamp';

/** At least as many values as the file that has most. */
function mostDistinct(columns: readonly ColumnStatistics[]): Precision<number> {
  const counts = columns.map((one) => known(one.distinctCount));
  const found = counts.filter((count) => count !== undefined);
  if (found.length < counts.length || found.length === 0) return absent;
  return columns.length === 1 ? columns[0]!.distinctCount : toInexact(exact(Math.max(...found)));
}
