import {
  absent,
  type ColumnStatistics,
  exact,
  inexact,
  known,
  type Precision,
  type Statistics,
  toInexact,
  unknownColumn,
} from '../statistics.js';
import type { PhysicalExpr } from './physical-expr.js';

const scale = (of: Precision<number>, factor: number): Precision<number> =>
  of.kind === 'absent' ? of : inexact(Math.ceil(of.value * factor));

/** A share of the rows is left; which ones is not known. */
export const filterStatistics = (input: Statistics, selectivity: number): Statistics => ({
  numRows: scale(input.numRows, selectivity),
  totalByteSize: scale(input.totalByteSize, selectivity),
  columns: input.columns.map((one) => ({
    nullCount: scale(one.nullCount, selectivity),
    min: toInexact(one.min),
    max: toInexact(one.max),
    distinctCount: toInexact(one.distinctCount),
    byteSize: scale(one.byteSize, selectivity),
  })),
});

/** Only some columns are left, in the order of `indices`. */
export const projectStatistics = (input: Statistics, indices: readonly number[]): Statistics => {
  const columns = indices.map((index) => input.columns[index] ?? unknownColumn);
  return { numRows: input.numRows, totalByteSize: sumBytes(columns, input), columns };
};

/** Columns that repeat an input column keep what is known of it. */
export const computedStatistics = (exprs: readonly PhysicalExpr[], input: Statistics): Statistics => {
  const columns = exprs.map((expr) =>
    expr.kind === 'Column' ? (input.columns[expr.index] ?? unknownColumn) : unknownColumn,
  );
  return { numRows: input.numRows, totalByteSize: sumBytes(columns, input), columns };
};

/** The sum over columns when all are known; else the input's share by column count, as an estimate. */
function sumBytes(columns: readonly ColumnStatistics[], input: Statistics): Precision<number> {
  const known_ = columns.map((one) => known(one.byteSize));
  if (columns.length > 0 && known_.every((bytes) => bytes !== undefined)) {
    const total = known_.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
    return columns.every((one) => one.byteSize.kind === 'exact') ? exact(total) : inexact(total);
  }
  if (input.totalByteSize.kind === 'absent' || input.columns.length === 0) return absent;
  return inexact(Math.ceil((input.totalByteSize.value * columns.length) / input.columns.length));
}

/** At most `fetch` rows after `skip`; `perPartition` limits are no bound on the whole. */
export function limitStatistics(
  input: Statistics,
  skip: number,
  fetch: number | undefined,
  perPartition = false,
): Statistics {
  if (perPartition) return { ...input, numRows: toInexact(input.numRows) };
  const rows = known(input.numRows);
  const columns = input.columns.map((one) => ({
    ...one,
    nullCount: absent,
    byteSize: absent,
    min: toInexact(one.min),
    max: toInexact(one.max),
  }));
  if (rows === undefined) {
    return { numRows: fetch === undefined ? absent : inexact(fetch), totalByteSize: absent, columns };
  }
  const left = Math.min(Math.max(rows - skip, 0), fetch ?? Number.MAX_SAFE_INTEGER);
  const numRows = input.numRows.kind === 'exact' ? exact(left) : inexact(left);
  const bytes = known(input.totalByteSize);
  return {
    numRows,
    totalByteSize: bytes === undefined || rows === 0 ? absent : inexact(Math.ceil((bytes * left) / rows)),
    columns,
  };
}
