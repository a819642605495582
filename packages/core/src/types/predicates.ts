import type { DataType, DecimalType } from './data-type.js';

export const isSignedInteger = (type: DataType): boolean =>
  type.kind === 'Int8' || type.kind === 'Int16' || type.kind === 'Int32' || type.kind === 'Int64';
export const isUnsignedInteger = (type: DataType): boolean =>
  type.kind === 'UInt8' || type.kind === 'UInt16' || type.kind === 'UInt32' || type.kind === 'UInt64';
export const isInteger = (type: DataType): boolean => isSignedInteger(type) || isUnsignedInteger(type);
export const isFloat = (type: DataType): boolean =>
  type.kind === 'Float16' || type.kind === 'Float32' || type.kind === 'Float64';
export const isDecimal = (type: DataType): type is DecimalType =>
  type.kind === 'Decimal32' || type.kind === 'Decimal64' || type.kind === 'Decimal128' || type.kind === 'Decimal256';
export const isNumeric = (type: DataType): boolean => isInteger(type) || isFloat(type) || isDecimal(type);
export const isString = (type: DataType): boolean =>
  type.kind === 'Utf8' || type.kind === 'LargeUtf8' || type.kind === 'Utf8View';
export const isBinary = (type: DataType): boolean =>
  type.kind === 'Binary' ||
  type.kind === 'LargeBinary' ||
  type.kind === 'BinaryView' ||
  type.kind === 'FixedSizeBinary';
export const isTemporal = (type: DataType): boolean =>
  type.kind === 'Date32' ||
  type.kind === 'Date64' ||
  type.kind === 'Time32' ||
  type.kind === 'Time64' ||
  type.kind === 'Timestamp' ||
  type.kind === 'Duration' ||
  type.kind === 'Interval';
export const isListLike = (
  type: DataType,
): type is Extract<DataType, { kind: 'List' | 'LargeList' | 'ListView' | 'LargeListView' | 'FixedSizeList' }> =>
  type.kind === 'List' ||
  type.kind === 'LargeList' ||
  type.kind === 'ListView' ||
  type.kind === 'LargeListView' ||
  type.kind === 'FixedSizeList';
export const isNested = (type: DataType): boolean =>
  isListLike(type) || type.kind === 'Struct' || type.kind === 'Map' || type.kind === 'Union';

/** Bytes of one value when every value has the same size, else undefined (booleans are bits and count as undefined). */
export function fixedByteWidth(type: DataType): number | undefined {
  switch (type.kind) {
    case 'Int8':
    case 'UInt8':
      return 1;
    case 'Int16':
    case 'UInt16':
    case 'Float16':
      return 2;
    case 'Int32':
    case 'UInt32':
    case 'Float32':
    case 'Date32':
    case 'Time32':
    case 'Decimal32':
      return 4;
    case 'Int64':
    case 'UInt64':
    case 'Float64':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
    case 'Decimal64':
      return 8;
    case 'Decimal128':
      return 16;
    case 'Decimal256':
      return 32;
    case 'Interval':
      return type.unit === 'yearMonth' ? 4 : type.unit === 'dayTime' ? 8 : 16;
    case 'FixedSizeBinary':
      return type.byteWidth;
    default:
      return undefined;
  }
}
