import {
  Binary,
  Boolean_,
  type DataType,
  Date32,
  DecodeError,
  decimal128,
  decimal256,
  Float16,
  Float32,
  Float64,
  fixedSizeBinary,
  Int8,
  Int16,
  Int32,
  Int64,
  interval,
  Null,
  time32,
  time64,
  timestamp,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Utf8,
} from '@ballista-ts/core';
import type { LogicalType, SchemaElement } from './footer-types.js';

/**
 * The type of a leaf column. An annotation that does not go with its physical type is ignored, as the format asks of readers.
 * @throws DecodeError for decimals whose precision cannot be
 */
export function primitiveType(element: SchemaElement): DataType {
  const { logicalType, physicalType } = element;
  if (logicalType?.kind === 'Null') return Null;
  switch (physicalType) {
    case 'BOOLEAN':
      return Boolean_;
    case 'INT32':
      return int32Type(element);
    case 'INT64':
      return int64Type(element);
    case 'INT96':
      // Timestamps of a time before timestamps; nothing else was ever stored so.
      return timestamp('nanosecond');
    case 'FLOAT':
      return Float32;
    case 'DOUBLE':
      return Float64;
    case 'BYTE_ARRAY':
      return byteArrayType(element);
    case 'FIXED_LEN_BYTE_ARRAY':
      return fixedType(element, element.typeLength ?? 0);
    default:
      throw new DecodeError(`column ${element.name} has no type`);
  }
}

function int32Type(element: SchemaElement): DataType {
  const { logicalType } = element;
  switch (logicalType?.kind) {
    case 'Decimal':
      return decimal(element, logicalType, 9);
    case 'Date':
      return Date32;
    case 'Time':
      return logicalType.unit === 'millisecond' ? time32('millisecond') : Int32;
    case 'Integer':
      if (logicalType.bitWidth === 8) return logicalType.isSigned ? Int8 : UInt8;
      if (logicalType.bitWidth === 16) return logicalType.isSigned ? Int16 : UInt16;
      return logicalType.bitWidth === 32 && !logicalType.isSigned ? UInt32 : Int32;
    default:
      return Int32;
  }
}

function int64Type(element: SchemaElement): DataType {
  const { logicalType } = element;
  switch (logicalType?.kind) {
    case 'Decimal':
      return decimal(element, logicalType, 18);
    case 'Time':
      return logicalType.unit === 'millisecond' ? Int64 : time64(logicalType.unit);
    case 'Timestamp':
      return timestamp(logicalType.unit, logicalType.isUtc ? 'UTC' : undefined);
    case 'Integer':
      return logicalType.bitWidth === 64 && !logicalType.isSigned ? UInt64 : Int64;
    default:
      return Int64;
  }
}

function byteArrayType(element: SchemaElement): DataType {
  const { logicalType } = element;
  switch (logicalType?.kind) {
    case 'String':
    case 'Enum':
    case 'Json':
      return Utf8;
    case 'Decimal':
      return decimal(element, logicalType, 76);
    default:
      return Binary;
  }
}

function fixedType(element: SchemaElement, length: number): DataType {
  const { logicalType } = element;
  switch (logicalType?.kind) {
    case 'Decimal':
      // As many digits as always fit into the bytes: 16 bytes hold 38.
      return decimal(element, logicalType, Math.floor((length * 8 - 1) * Math.log10(2)));
    case 'Interval':
      return length === 12 ? interval('dayTime') : fixedSizeBinary(length);
    case 'Float16':
      return length === 2 ? Float16 : fixedSizeBinary(length);
    default:
      return fixedSizeBinary(length);
  }
}

function decimal(
  { name }: SchemaElement,
  { precision, scale }: Extract<LogicalType, { kind: 'Decimal' }>,
  maxPrecision: number,
): DataType {
  if (precision < 1 || precision > maxPrecision || precision > 76 || scale < 0 || scale > precision) {
    throw new DecodeError(
      `column ${name} is a decimal of precision ${precision} and scale ${scale}, which its storage cannot hold`,
    );
  }
  return precision <= 38 ? decimal128(precision, scale) : decimal256(precision, scale);
}
