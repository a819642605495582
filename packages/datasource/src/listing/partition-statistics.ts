import { absent, type ColumnStatistics, exact, type Precision, type ScalarValue } from '@ballista-ts/core';

/** Statistics of the partition columns in one file: the same value in all of its rows. */
export function partitionStatistics(
  values: readonly ScalarValue[],
  numRows: Precision<number>,
): readonly ColumnStatistics[] {
  return values.map(({ value }) => {
    const bound = value === null ? absent : exact(value);
    return {
      nullCount: value === null ? numRows : exact(0),
      min: bound,
      max: bound,
      distinctCount: absent,
      byteSize: absent,
    };
  });
}
