import type { CompactReader } from './compact-reader.js';
import type { LogicalType, ParquetTimeUnit } from './footer-types.js';

/** Both annotations of a column, the old and the new. */
export interface LogicalTypeParts {
  logicalType?: LogicalType | undefined;
  convertedType?: number;
  scale?: number;
  precision?: number;
}

/** Members of the `LogicalType` union that carry nothing, by field number. */
const PLAIN: Readonly<Record<number, LogicalType>> = {
  1: { kind: 'String' },
  2: { kind: 'Map' },
  3: { kind: 'List' },
  4: { kind: 'Enum' },
  6: { kind: 'Date' },
  11: { kind: 'Null' },
  12: { kind: 'Json' },
  13: { kind: 'Bson' },
  14: { kind: 'Uuid' },
  15: { kind: 'Float16' },
  16: { kind: 'Other', name: 'VARIANT' },
  17: { kind: 'Other', name: 'GEOMETRY' },
  18: { kind: 'Other', name: 'GEOGRAPHY' },
};

/** Reads a `LogicalType` union; undefined for a member that did not exist when this was written. */
export function readLogicalType(reader: CompactReader): LogicalType | undefined {
  let found: LogicalType | undefined;
  const plain = Object.entries(PLAIN).map(([id, type]) => [
    id,
    () => {
      reader.nested({});
      found = type;
    },
  ]);
  reader.nested({
    ...(Object.fromEntries(plain) as Record<number, () => void>),
    5: () => {
      let [scale, precision] = [0, 0];
      reader.nested({ 1: () => (scale = reader.i32()), 2: () => (precision = reader.i32()) });
      found = { kind: 'Decimal', precision, scale };
    },
    7: () => (found = readTime(reader, 'Time')),
    8: () => (found = readTime(reader, 'Timestamp')),
    10: () => {
      let [bitWidth, isSigned] = [0, false];
      reader.nested({ 1: () => (bitWidth = reader.i8()), 2: () => (isSigned = reader.boolean()) });
      found = { kind: 'Integer', bitWidth, isSigned };
    },
  });
  return found;
}

function readTime(reader: CompactReader, kind: 'Time' | 'Timestamp'): LogicalType {
  let isUtc = false;
  let unit: ParquetTimeUnit = 'millisecond';
  const set = (value: ParquetTimeUnit) => () => {
    reader.nested({});
    unit = value;
  };
  reader.nested({
    1: () => (isUtc = reader.boolean()),
    2: () => reader.nested({ 1: set('millisecond'), 2: set('microsecond'), 3: set('nanosecond') }),
  });
  return { kind, unit, isUtc };
}

/** Meaning of the old `ConvertedType` numbers. Times and timestamps of that age are instants in UTC. */
const CONVERTED: readonly (LogicalType | undefined)[] = [
  { kind: 'String' },
  { kind: 'Map' },
  { kind: 'Map' },
  { kind: 'List' },
  { kind: 'Enum' },
  undefined, // decimals, which take precision and scale from the column
  { kind: 'Date' },
  { kind: 'Time', unit: 'millisecond', isUtc: true },
  { kind: 'Time', unit: 'microsecond', isUtc: true },
  { kind: 'Timestamp', unit: 'millisecond', isUtc: true },
  { kind: 'Timestamp', unit: 'microsecond', isUtc: true },
  { kind: 'Integer', bitWidth: 8, isSigned: false },
  { kind: 'Integer', bitWidth: 16, isSigned: false },
  { kind: 'Integer', bitWidth: 32, isSigned: false },
  { kind: 'Integer', bitWidth: 64, isSigned: false },
  { kind: 'Integer', bitWidth: 8, isSigned: true },
  { kind: 'Integer', bitWidth: 16, isSigned: true },
  { kind: 'Integer', bitWidth: 32, isSigned: true },
  { kind: 'Integer', bitWidth: 64, isSigned: true },
  { kind: 'Json' },
  { kind: 'Bson' },
  { kind: 'Interval' },
];
const CONVERTED_DECIMAL = 5;

/** The meaning of a column; the new annotation wins over the old one. */
export function logicalTypeOf({
  logicalType,
  convertedType,
  scale = 0,
  precision = 0,
}: LogicalTypeParts): LogicalType | undefined {
  if (logicalType !== undefined) return logicalType;
  if (convertedType === CONVERTED_DECIMAL) return { kind: 'Decimal', precision, scale };
  return convertedType === undefined ? undefined : CONVERTED[convertedType];
}
