import {
  absent,
  type ColumnStatistics,
  type DataType,
  dataTypeEquals,
  exact,
  inexact,
  isBinary,
  isFloat,
  isString,
  type Precision,
  type Schema,
  type Statistics,
  unknownColumn,
  type Value,
} from '@ballista-ts/core';
import { mergeStatistics } from '../../statistics/merge-statistics.js';
import type { ColumnChunk, ParquetFooter, RowGroup } from './footer-types.js';
import type { ParquetColumn, ParquetSchema } from './parquet-schema.js';
import { statisticValue } from './statistic-value.js';

/**
 * Statistics of a file over the columns of `table`, which may have other columns than the file: a column that the file lacks is
 * all null in it, and of one with another type nothing is known but its nulls.
 */
export function parquetFileStatistics(footer: ParquetFooter, file: ParquetSchema, table: Schema): Statistics {
  const found = table.fields.map(({ name }) => file.columns.find((column) => column.field.name === name));
  const types = table.fields.map((one) => one.type);
  const groups = footer.rowGroups.map((group) => rowGroupStatistics(group, found, types));
  return mergeStatistics(groups, table.fields.length);
}

/** Statistics of one row group over table columns, given the file's column for each of them. */
export function rowGroupStatistics(
  group: RowGroup,
  columns: readonly (ParquetColumn | undefined)[],
  types: readonly DataType[],
): Statistics {
  return {
    numRows: exact(group.rowCount),
    // Encoded sizes: near what the values take in memory, but not the same.
    totalByteSize: inexact(group.totalByteSize),
    columns: columns.map((column, index) => {
      if (column === undefined) {
        return { ...unknownColumn, nullCount: exact(group.rowCount), byteSize: exact(0) };
      }
      return columnStatistics(group, column, types[index]!);
    }),
  };
}

function columnStatistics(group: RowGroup, column: ParquetColumn, type: DataType): ColumnStatistics {
  const chunks = group.columns.slice(column.firstLeaf, column.firstLeaf + column.leafCount);
  const byteSize = inexact(chunks.reduce((total, chunk) => total + chunk.uncompressedSize, 0));
  const [chunk] = chunks;
  const { element } = column.node;
  if (chunk === undefined || element.physicalType === undefined || element.repetition === 'REPEATED') {
    return { ...unknownColumn, byteSize };
  }
  const { statistics } = chunk;
  const isSameType = dataTypeEquals(column.field.type, type);
  return {
    nullCount:
      element.repetition === 'REQUIRED'
        ? exact(0)
        : statistics?.nullCount === undefined
          ? absent
          : exact(statistics.nullCount),
    min: isSameType ? bound(chunk, type, 'min') : absent,
    max: isSameType ? bound(chunk, type, 'max') : absent,
    distinctCount: statistics?.distinctCount === undefined ? absent : exact(statistics.distinctCount),
    byteSize,
  };
}

function bound({ statistics, physicalType }: ColumnChunk, type: DataType, side: 'min' | 'max'): Precision<Value> {
  const bytes = statistics?.[side];
  if (statistics === undefined || bytes === undefined) return absent;
  if (statistics.isSignedOrder && !isSignedOrdered(type)) return absent;
  const value = statisticValue(type, physicalType, bytes);
  if (value === undefined) return absent;
  const isExact = side === 'min' ? statistics.isMinExact : statistics.isMaxExact;
  // NaN is in no bounds, and zero may stand for either sign. Long strings may be cut, and not every writer says so.
  const isVague = isFloat(type) || ((isString(type) || isBinary(type)) && isExact !== true);
  return isVague || isExact === false ? inexact(value) : exact(value);
}

/** Types whose order is the same under the old, signed comparison. */
function isSignedOrdered(type: DataType): boolean {
  switch (type.kind) {
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
    case 'UInt64':
      return false;
    default:
      return !isString(type) && !isBinary(type) && type.kind !== 'Decimal128' && type.kind !== 'Decimal256';
  }
}
