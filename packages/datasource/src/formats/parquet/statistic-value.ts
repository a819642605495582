import type { DataType, Value } from '@ballista-ts/core';
import type { PhysicalType } from './footer-types.js';

/** Unscaled digits of a decimal stored as big-endian two's complement. */
function bigEndian(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

const strictText = new TextDecoder('utf-8', { fatal: true });

/**
 * A bound from a file's statistics in the form of the column's type, exactly; undefined when the type has no usable order or the
 * bytes are not a value of it.
 */
export function statisticValue(type: DataType, physical: PhysicalType, bytes: Uint8Array): Value | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (physical) {
    case 'BOOLEAN':
      return type.kind === 'Boolean' && bytes.length === 1 ? bytes[0] !== 0 : undefined;
    case 'INT32':
      return bytes.length === 4 ? int32Value(type, view.getInt32(0, true)) : undefined;
    case 'INT64':
      return bytes.length === 8 ? int64Value(type, view.getBigInt64(0, true)) : undefined;
    case 'FLOAT':
      return bytes.length === 4 && type.kind === 'Float32' ? notNaN(view.getFloat32(0, true)) : undefined;
    case 'DOUBLE':
      return bytes.length === 8 && type.kind === 'Float64' ? notNaN(view.getFloat64(0, true)) : undefined;
    case 'BYTE_ARRAY':
    case 'FIXED_LEN_BYTE_ARRAY':
      return bytesValue(type, bytes);
    case 'INT96':
      return undefined;
  }
}

function int32Value(type: DataType, value: number): Value | undefined {
  switch (type.kind) {
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'Date32':
    case 'Time32':
      return value;
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
      return value >>> 0;
    case 'Date64':
      return BigInt(value) * 86_400_000n;
    case 'Decimal128':
    case 'Decimal256':
      return BigInt(value);
    default:
      return undefined;
  }
}

function int64Value(type: DataType, value: bigint): Value | undefined {
  switch (type.kind) {
    case 'Int64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
    case 'Decimal128':
    case 'Decimal256':
      return value;
    case 'UInt64':
      return BigInt.asUintN(64, value);
    default:
      return undefined;
  }
}

function bytesValue(type: DataType, bytes: Uint8Array): Value | undefined {
  switch (type.kind) {
    case 'Utf8':
    case 'LargeUtf8':
      try {
        return strictText.decode(bytes);
      } catch {
        // A bound that a writer cut in the middle of a character.
        return undefined;
      }
    case 'Decimal128':
    case 'Decimal256':
      return bytes.length <= 32 ? bigEndian(bytes) : undefined;
    case 'Binary':
    case 'LargeBinary':
    case 'FixedSizeBinary':
      // A copy: the bound must not keep the whole footer in memory.
      return bytes.slice();
    default:
      return undefined;
  }
}

const notNaN = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);
