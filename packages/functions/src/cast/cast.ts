import {
  type DataType,
  dataTypeEquals,
  ExecutionError,
  formatDataType,
  isListLike,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { plainType } from '../definition/parameter.js';
import type { CastKernel } from './cast-kernel.js';
import { toBoolean } from './to-boolean.js';
import { toDecimal } from './to-decimal.js';
import { toFloat } from './to-float.js';
import { toInteger } from './to-integer.js';
import { toList, toMap, toStruct } from './to-nested.js';
import { toDate, toTimeOfDay, toTimestamp } from './to-point.js';
import { toDuration, toInterval } from './to-span.js';
import { toBinary, toText } from './to-text.js';

/** Whether a cast between the types exists (single values may still fail it). */
export const canCast = (from: DataType, to: DataType): boolean => findKernel(from, to) !== undefined;

/**
 * The function that casts single values which are not NULL.
 *
 * @throws PlanError when there is no such cast. The function throws ExecutionError for a value without counterpart.
 */
export function castKernel(from: DataType, to: DataType): CastKernel {
  const kernel = findKernel(from, to);
  if (kernel === undefined) {
    throw new PlanError(`Cast error: Casting from ${formatDataType(from)} to ${formatDataType(to)} not supported`);
  }
  return kernel;
}

/** The same, with NULL for values without counterpart. */
export function tryCastKernel(from: DataType, to: DataType): CastKernel {
  const kernel = castKernel(from, to);
  return (value) => {
    try {
      return kernel(value);
    } catch (error) {
      if (error instanceof ExecutionError) return null;
      throw error;
    }
  };
}

/** Casts one value; NULL stays NULL. @throws PlanError, ExecutionError as `castKernel` does. */
export const castValue = (value: Value, from: DataType, to: DataType): Value =>
  value === null ? null : castKernel(from, to)(value);

function findKernel(from: DataType, to: DataType): CastKernel | undefined {
  const source = plainType(from);
  const target = plainType(to);
  if (source.kind === 'Null' || dataTypeEquals(source, target)) return (value) => value;
  switch (target.kind) {
    case 'Boolean':
      return toBoolean(source, target);
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'Int64':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
    case 'UInt64':
      return toInteger(source, target);
    case 'Float16':
    case 'Float32':
    case 'Float64':
      return toFloat(source, target);
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return toDecimal(source, target);
    case 'Utf8':
    case 'LargeUtf8':
    case 'Utf8View':
      return toText(source, target);
    case 'Binary':
    case 'LargeBinary':
    case 'BinaryView':
    case 'FixedSizeBinary':
      return toBinary(source, target);
    case 'Date32':
    case 'Date64':
      return toDate(source, target);
    case 'Time32':
    case 'Time64':
      return toTimeOfDay(source, target);
    case 'Timestamp':
      return toTimestamp(source, target);
    case 'Duration':
      return toDuration(source, target);
    case 'Interval':
      return toInterval(source, target);
    case 'Struct':
      return toStruct(source, target, findKernel);
    case 'Map':
      return toMap(source, target, findKernel);
    default:
      return isListLike(target) ? toList(source, target, findKernel) : undefined;
  }
}
