import {
  Binary,
  Boolean_,
  type DataType,
  Date32,
  decimal128,
  decimal256,
  type Field,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  interval,
  list,
  map,
  NotYetSupportedError,
  type TimeUnit,
  time64,
  timestamp,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Utf8,
  Utf8View,
} from '@ballista-ts/core';
import type { NamedType, SqlDataType } from '../sql/ast/data-type.js';
import { formatDataType } from '../sql/format/text.js';
import type { BindContext } from './bind-context.js';

const integers: Readonly<Record<string, readonly [signed: DataType, unsigned: DataType]>> = {
  TINYINT: [Int8, UInt8],
  SMALLINT: [Int16, UInt16],
  INT2: [Int16, UInt16],
  INT: [Int32, UInt32],
  INTEGER: [Int32, UInt32],
  INT4: [Int32, UInt32],
  BIGINT: [Int64, UInt64],
  INT8: [Int64, UInt64],
};

/**
 * The Arrow type of an SQL type.
 *
 * @throws PlanError for parameters out of range, NotYetSupportedError for types without an Arrow counterpart here.
 */
export function bindDataType(type: SqlDataType, context: BindContext): DataType {
  switch (type.kind) {
    case 'NamedType':
      return bindNamedType(type, context);
    case 'ArrayType': {
      if (type.element === undefined)
        throw new NotYetSupportedError('SQL type ARRAY without an element type', 'write ARRAY<INT> or INT[]');
      const element = bindDataType(type.element, context);
      if (type.size === undefined) return list(element);
      return { kind: 'FixedSizeList', field: { name: 'item', type: element, nullable: true }, size: type.size };
    }
    case 'StructType':
      return {
        kind: 'Struct',
        fields: type.fields.map(
          (one, index): Field => ({
            name: one.name === undefined ? `c${index}` : context.name(one.name),
            type: bindDataType(one.type, context),
            nullable: true,
          }),
        ),
      };
    case 'MapType':
      return map(bindDataType(type.key, context), bindDataType(type.value, context));
    case 'CustomType':
      throw new NotYetSupportedError(`SQL type ${formatDataType(type)}`);
  }
}

function bindNamedType(type: NamedType, context: BindContext): DataType {
  const integer = integers[type.name];
  if (integer !== undefined) return type.unsigned ? integer[1] : integer[0];
  switch (type.name) {
    case 'BOOLEAN':
    case 'BOOL':
      return Boolean_;
    case 'FLOAT':
    case 'REAL':
    case 'FLOAT4':
      return Float32;
    case 'DOUBLE':
    case 'DOUBLE PRECISION':
    case 'FLOAT8':
      if (type.args.length === 0) return Float64;
      break;
    case 'DECIMAL':
    case 'NUMERIC':
    case 'DEC':
      return bindDecimal(type, context);
    case 'CHAR':
    case 'VARCHAR':
      if (type.args.length > 0 && !context.config.get('datafusion.sql_parser.support_varchar_with_length')) {
        throw context.error(
          `does not support ${type.name} with length, please set \`support_varchar_with_length\` to be true`,
          type.span,
        );
      }
      return textType(context);
    case 'TEXT':
    case 'STRING':
      return textType(context);
    case 'DATE':
      return Date32;
    case 'TIME':
      if (type.args.length === 0 && type.timeZone !== 'with') return time64('nanosecond');
      break;
    case 'TIMESTAMP':
      return timestamp(timestampUnit(type, context), type.timeZone === 'with' ? sessionTimeZone(context) : undefined);
    case 'TIMESTAMPTZ':
      return timestamp(timestampUnit(type, context), sessionTimeZone(context));
    case 'INTERVAL':
      if (type.qualifier === undefined && type.args.length === 0) return interval('monthDayNano');
      break;
    case 'BYTEA':
      return Binary;
  }
  throw new NotYetSupportedError(`SQL type ${formatDataType(type)}`);
}

export const textType = (context: BindContext): DataType =>
  context.config.get('datafusion.sql_parser.map_string_types_to_utf8view') ? Utf8View : Utf8;

const sessionTimeZone = (context: BindContext): string | undefined =>
  context.config.get('datafusion.execution.time_zone') ?? undefined;

function timestampUnit(type: NamedType, context: BindContext): TimeUnit {
  switch (type.args[0]) {
    case undefined:
    case 9:
      return 'nanosecond';
    case 0:
      return 'second';
    case 3:
      return 'millisecond';
    case 6:
      return 'microsecond';
    default:
      throw context.error(`TIMESTAMP has precision 0, 3, 6 or 9, not ${type.args[0]}`, type.span);
  }
}

/** `DECIMAL` is (38, 10), `DECIMAL(p)` has scale 0; up to 38 digits fit 128 bits, up to 76 need 256. */
function bindDecimal(type: NamedType, context: BindContext): DataType {
  const [precision = 38, scale = type.args.length === 0 ? 10 : 0] = type.args;
  if (precision <= 0 || precision > 76 || Math.abs(scale) > precision) {
    throw context.error(
      `Decimal(precision = ${precision}, scale = ${scale}) should satisfy \`0 < precision <= 76\`, and \`scale <= precision\`.`,
      type.span,
    );
  }
  return precision <= 38 ? decimal128(precision, scale) : decimal256(precision, scale);
}
