import {
  absent,
  type ColumnStatistics,
  combine,
  exact,
  inexact,
  known,
  type Precision,
  type Statistics,
  unknownStatistics,
  type Value,
} from '@ballista-ts/core';
import { compareValues } from './compare-values.js';

const add = (a: Precision<number>, b: Precision<number>): Precision<number> => combine(a, b, (x, y) => x + y);

/**
 * Statistics of all rows of the given parts (row groups of a file, files of a table) over the same columns. No parts: no rows,
 * exactly.
 */
export function mergeStatistics(parts: readonly Statistics[], columnCount: number): Statistics {
  const [first, ...rest] = parts;
  if (first === undefined) {
    return { ...unknownStatistics(columnCount), numRows: exact(0), totalByteSize: exact(0) };
  }
  return rest.reduce(
    (a, b) => ({
      numRows: add(a.numRows, b.numRows),
      totalByteSize: add(a.totalByteSize, b.totalByteSize),
      columns: a.columns.map((column, index) => mergeColumns(column, a, b.columns[index]!, b)),
    }),
    first,
  );
}

function mergeColumns(a: ColumnStatistics, ofA: Statistics, b: ColumnStatistics, ofB: Statistics): ColumnStatistics {
  const skipA = hasNoValues(a, ofA);
  const skipB = hasNoValues(b, ofB);
  return {
    nullCount: add(a.nullCount, b.nullCount),
    min: skipA ? b.min : skipB ? a.min : bound(a.min, b.min, -1),
    max: skipA ? b.max : skipB ? a.max : bound(a.max, b.max, 1),
    // How many values the parts share nobody knows.
    distinctCount: absent,
    byteSize: add(a.byteSize, b.byteSize),
  };
}

/** A part with nothing but nulls in a column has no bounds, and takes none from the others. */
function hasNoValues(column: ColumnStatistics, { numRows }: Statistics): boolean {
  if (numRows.kind !== 'exact') return false;
  return numRows.value === 0 || (column.nullCount.kind === 'exact' && column.nullCount.value === numRows.value);
}

/** The lower (`direction` -1) or upper (1) of two bounds. */
function bound(a: Precision<Value>, b: Precision<Value>, direction: 1 | -1): Precision<Value> {
  const x = known(a);
  const y = known(b);
  if (x === undefined || y === undefined) return absent;
  const order = compareValues(x, y);
  if (order === undefined) return absent;
  const value = order * direction >= 0 ? x : y;
  return a.kind === 'exact' && b.kind === 'exact' ? exact(value) : inexact(value);
}
