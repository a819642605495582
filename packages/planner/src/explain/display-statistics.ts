import type { ColumnStatistics, Precision, Statistics } from '@ballista-ts/core';

/** `Rows=Exact(5), Bytes=Inexact(40), [(Col[0]: Min=Exact(1) Null=Exact(0)),(Col[1]:)]`. */
export const displayStatistics = ({ numRows, totalByteSize, columns }: Statistics): string =>
  `Rows=${precision(numRows)}, Bytes=${precision(totalByteSize)}, [${columns
    .map((column, index) => `(Col[${index}]:${columnDetails(column)})`)
    .join(',')}]`;

const precision = (of: Precision<unknown>): string =>
  of.kind === 'absent' ? 'Absent' : `${of.kind === 'exact' ? 'Exact' : 'Inexact'}(${String(of.value)})`;

function columnDetails({ min, max, nullCount, distinctCount }: ColumnStatistics): string {
  const parts: readonly (readonly [string, Precision<unknown>])[] = [
    ['Min', min],
    ['Max', max],
    ['Null', nullCount],
    ['Distinct', distinctCount],
  ];
  return parts
    .filter(([, value]) => value.kind !== 'absent')
    .map(([name, value]) => ` ${name}=${precision(value)}`)
    .join('');
}
