import { DecodeError, InvalidArgumentError, NotYetSupportedError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import { dataTypeToArrow } from '../../types/arrow.js';
import type { DataType } from '../../types/data-type.js';
import { formatDataType } from '../../types/format.js';
import { isNested } from '../../types/predicates.js';
import type { IntervalDayTime, IntervalMonthDayNano, ScalarValue, Value } from '../../types/scalar-value.js';
import { dataTypeFromProto, dataTypeToProto, unionModes } from '../types/data-type.js';
import { fieldFromProto, fieldToProto } from '../types/schema.js';
import { maxTypeDepth } from '../wire/limits.js';
import { message, required, toSafeNumber, unsetOneof } from '../wire/message.js';
import { fromBigEndian, toBigEndian } from './big-endian.js';
import { nestedValueFromProto, nestedValueToProto } from './nested-value.js';

type Arm = Exclude<common.ScalarValue['value'], { case: undefined }>;

/**
 * A constant as a message. NULL of a flat type is its type, NULL of a nested one a nested value with one NULL row.
 *
 * @throws InvalidArgumentError when the value does not have the form its type asks for.
 */
export const scalarValueToProto = (scalar: ScalarValue): common.ScalarValue =>
  message(common.ScalarValueSchema, { value: armToProto(scalar) });

function armToProto(scalar: ScalarValue): Arm {
  const { type, value } = scalar;
  // A NULL of a layout that no batch can be built of is still a NULL of that type.
  if (value === null && isNested(type) && !hasArrowLayout(type))
    return { case: 'nullValue', value: dataTypeToProto(type) };
  switch (type.kind) {
    case 'List':
      return { case: 'listValue', value: nestedValueToProto(scalar) };
    case 'LargeList':
      return { case: 'largeListValue', value: nestedValueToProto(scalar) };
    case 'ListView':
      return { case: 'listViewValue', value: nestedValueToProto(scalar) };
    case 'LargeListView':
      return { case: 'largeListViewValue', value: nestedValueToProto(scalar) };
    case 'FixedSizeList':
      return { case: 'fixedSizeListValue', value: nestedValueToProto(scalar) };
    case 'Struct':
      return { case: 'structValue', value: nestedValueToProto(scalar) };
    case 'Map':
      return { case: 'mapValue', value: nestedValueToProto(scalar) };
    case 'Union':
      return { case: 'unionValue', value: unionToProto(type, value) };
    case 'Dictionary':
      return {
        case: 'dictionaryValue',
        value: message(common.ScalarDictionaryValueSchema, {
          indexType: dataTypeToProto(type.key),
          value: scalarValueToProto({ type: type.value, value }),
        }),
      };
    case 'RunEndEncoded':
      return {
        case: 'runEndEncodedValue',
        value: message(common.ScalarRunEndEncodedValueSchema, {
          runEndsField: fieldToProto(type.runEnds),
          valuesField: fieldToProto(type.values),
          value: scalarValueToProto({ type: type.values.type, value }),
        }),
      };
    default:
      return value === null ? { case: 'nullValue', value: dataTypeToProto(type) } : flatToProto(type, value);
  }
}

function hasArrowLayout(type: DataType): boolean {
  try {
    dataTypeToArrow(type);
    return true;
  } catch (error) {
    if (error instanceof NotYetSupportedError) return type.kind === 'Union';
    throw error;
  }
}

type NestedKind =
  | 'List'
  | 'LargeList'
  | 'ListView'
  | 'LargeListView'
  | 'FixedSizeList'
  | 'Struct'
  | 'Map'
  | 'Union'
  | 'Dictionary'
  | 'RunEndEncoded';

function flatToProto(type: Exclude<DataType, { kind: NestedKind }>, value: Exclude<Value, null>): Arm {
  const wrongForm = (expected: string): InvalidArgumentError =>
    new InvalidArgumentError(`a ${formatDataType(type)} scalar holds a ${typeof value}, expected ${expected}`);
  const number = (): number => {
    if (typeof value !== 'number') throw wrongForm('a number');
    return value;
  };
  const integer = (min: number, max: number): number => {
    const whole = number();
    if (!Number.isInteger(whole) || whole < min || whole > max) throw wrongForm(`a whole number from ${min} to ${max}`);
    return whole;
  };
  const int64 = (): bigint => {
    if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value) throw wrongForm('a bigint of 64 bits');
    return value;
  };
  const text = (): string => {
    if (typeof value !== 'string') throw wrongForm('a string');
    return value;
  };
  const bytes = (): Uint8Array => {
    if (!(value instanceof Uint8Array)) throw wrongForm('bytes');
    return value;
  };
  const unscaled = (width: number): Uint8Array => {
    if (typeof value !== 'bigint') throw wrongForm('a bigint');
    return toBigEndian(value, width);
  };
  switch (type.kind) {
    case 'Null':
      throw wrongForm('null');
    case 'Boolean':
      if (typeof value !== 'boolean') throw wrongForm('a boolean');
      return { case: 'boolValue', value };
    case 'Int8':
      return { case: 'int8Value', value: integer(-128, 127) };
    case 'Int16':
      return { case: 'int16Value', value: integer(-32768, 32767) };
    case 'Int32':
      return { case: 'int32Value', value: integer(-2147483648, 2147483647) };
    case 'Int64':
      return { case: 'int64Value', value: int64() };
    case 'UInt8':
      return { case: 'uint8Value', value: integer(0, 255) };
    case 'UInt16':
      return { case: 'uint16Value', value: integer(0, 65535) };
    case 'UInt32':
      return { case: 'uint32Value', value: integer(0, 4294967295) };
    case 'UInt64':
      if (typeof value !== 'bigint' || BigInt.asUintN(64, value) !== value)
        throw wrongForm('an unsigned bigint of 64 bits');
      return { case: 'uint64Value', value };
    case 'Float16':
      return { case: 'float16Value', value: number() };
    case 'Float32':
      return { case: 'float32Value', value: number() };
    case 'Float64':
      return { case: 'float64Value', value: number() };
    case 'Utf8':
      return { case: 'utf8Value', value: text() };
    case 'LargeUtf8':
      return { case: 'largeUtf8Value', value: text() };
    case 'Utf8View':
      return { case: 'utf8ViewValue', value: text() };
    case 'Binary':
      return { case: 'binaryValue', value: bytes() };
    case 'LargeBinary':
      return { case: 'largeBinaryValue', value: bytes() };
    case 'BinaryView':
      return { case: 'binaryViewValue', value: bytes() };
    case 'FixedSizeBinary': {
      if (bytes().length !== type.byteWidth) throw wrongForm(`${type.byteWidth} bytes`);
      return {
        case: 'fixedSizeBinaryValue',
        value: message(common.ScalarFixedSizeBinarySchema, { values: bytes(), length: type.byteWidth }),
      };
    }
    case 'Date32':
      return { case: 'date32Value', value: integer(-2147483648, 2147483647) };
    case 'Date64':
      return { case: 'date64Value', value: int64() };
    case 'Time32': {
      const time = integer(-2147483648, 2147483647);
      return {
        case: 'time32Value',
        value: message(common.ScalarTime32ValueSchema, {
          value:
            type.unit === 'second'
              ? { case: 'time32SecondValue', value: time }
              : { case: 'time32MillisecondValue', value: time },
        }),
      };
    }
    case 'Time64':
      return {
        case: 'time64Value',
        value: message(common.ScalarTime64ValueSchema, {
          value:
            type.unit === 'microsecond'
              ? { case: 'time64MicrosecondValue', value: int64() }
              : { case: 'time64NanosecondValue', value: int64() },
        }),
      };
    case 'Timestamp': {
      const arms = {
        second: 'timeSecondValue',
        millisecond: 'timeMillisecondValue',
        microsecond: 'timeMicrosecondValue',
        nanosecond: 'timeNanosecondValue',
      } as const;
      return {
        case: 'timestampValue',
        value: message(common.ScalarTimestampValueSchema, {
          value: { case: arms[type.unit], value: int64() },
          timezone: type.timezone ?? '',
        }),
      };
    }
    case 'Duration': {
      const arms = {
        second: 'durationSecondValue',
        millisecond: 'durationMillisecondValue',
        microsecond: 'durationMicrosecondValue',
        nanosecond: 'durationNanosecondValue',
      } as const;
      return { case: arms[type.unit], value: int64() };
    }
    case 'Interval': {
      if (type.unit === 'yearMonth') {
        return { case: 'intervalYearmonthValue', value: integer(-2147483648, 2147483647) };
      }
      if (type.unit === 'dayTime') {
        const { days, milliseconds } = value as IntervalDayTime;
        return {
          case: 'intervalDaytimeValue',
          value: message(common.IntervalDayTimeValueSchema, { days, milliseconds }),
        };
      }
      const { months, days, nanos } = value as IntervalMonthDayNano;
      return {
        case: 'intervalMonthDayNano',
        value: message(common.IntervalMonthDayNanoValueSchema, { months, days, nanos }),
      };
    }
    case 'Decimal32':
      return {
        case: 'decimal32Value',
        value: message(common.Decimal32Schema, { value: unscaled(4), ...digits(type) }),
      };
    case 'Decimal64':
      return {
        case: 'decimal64Value',
        value: message(common.Decimal64Schema, { value: unscaled(8), ...digits(type) }),
      };
    case 'Decimal128':
      return {
        case: 'decimal128Value',
        value: message(common.Decimal128Schema, { value: unscaled(16), ...digits(type) }),
      };
    case 'Decimal256':
      return {
        case: 'decimal256Value',
        value: message(common.Decimal256Schema, { value: unscaled(32), ...digits(type) }),
      };
  }
}

const digits = (type: { readonly precision: number; readonly scale: number }): { p: bigint; s: bigint } => ({
  p: BigInt(type.precision),
  s: BigInt(type.scale),
});

function unionToProto(type: Extract<DataType, { kind: 'Union' }>, value: Value): common.UnionValue {
  const [typeId, inner] = value === null ? [0, null] : (value as readonly [number, Value]);
  const field = type.fields[type.typeIds.indexOf(typeId)];
  if (value !== null && field === undefined) {
    throw new InvalidArgumentError(`a ${formatDataType(type)} scalar has the unknown type id ${typeId}`);
  }
  return message(common.UnionValueSchema, {
    valueId: typeId,
    value: value === null || field === undefined ? undefined : scalarValueToProto({ type: field.type, value: inner }),
    fields: type.fields.map((one, index) =>
      message(common.UnionFieldSchema, { fieldId: type.typeIds[index] ?? index, field: fieldToProto(one) }),
    ),
    mode: unionModes.toProto(type.mode),
  });
}

/** @throws DecodeError for what is not a constant. */
export function scalarValueFromProto(proto: common.ScalarValue, depth = 0): ScalarValue {
  if (depth > maxTypeDepth) throw new DecodeError(`scalar is nested deeper than ${maxTypeDepth} levels`);
  const arm = proto.value;
  const integer = (
    kind: 'Int8' | 'Int16' | 'UInt8' | 'UInt16',
    value: number,
    min: number,
    max: number,
  ): ScalarValue => {
    if (value < min || value > max) throw new DecodeError(`${proto.$typeName} holds ${value} as ${kind}`);
    return { type: { kind }, value };
  };
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'value');
    case 'nullValue':
      return { type: dataTypeFromProto(arm.value), value: null };
    case 'boolValue':
      return { type: { kind: 'Boolean' }, value: arm.value };
    case 'utf8Value':
      return { type: { kind: 'Utf8' }, value: arm.value };
    case 'largeUtf8Value':
      return { type: { kind: 'LargeUtf8' }, value: arm.value };
    case 'utf8ViewValue':
      return { type: { kind: 'Utf8View' }, value: arm.value };
    case 'int8Value':
      return integer('Int8', arm.value, -128, 127);
    case 'int16Value':
      return integer('Int16', arm.value, -32768, 32767);
    case 'int32Value':
      return { type: { kind: 'Int32' }, value: arm.value };
    case 'int64Value':
      return { type: { kind: 'Int64' }, value: arm.value };
    case 'uint8Value':
      return integer('UInt8', arm.value, 0, 255);
    case 'uint16Value':
      return integer('UInt16', arm.value, 0, 65535);
    case 'uint32Value':
      return { type: { kind: 'UInt32' }, value: arm.value };
    case 'uint64Value':
      return { type: { kind: 'UInt64' }, value: arm.value };
    case 'float16Value':
      return { type: { kind: 'Float16' }, value: arm.value };
    case 'float32Value':
      return { type: { kind: 'Float32' }, value: arm.value };
    case 'float64Value':
      return { type: { kind: 'Float64' }, value: arm.value };
    case 'date32Value':
      return { type: { kind: 'Date32' }, value: arm.value };
    case 'date64Value':
      return { type: { kind: 'Date64' }, value: arm.value };
    case 'time32Value': {
      const time = arm.value.value;
      if (time.case === undefined) throw unsetOneof(arm.value, 'value');
      return {
        type: { kind: 'Time32', unit: time.case === 'time32SecondValue' ? 'second' : 'millisecond' },
        value: time.value,
      };
    }
    case 'time64Value': {
      const time = arm.value.value;
      if (time.case === undefined) throw unsetOneof(arm.value, 'value');
      return {
        type: { kind: 'Time64', unit: time.case === 'time64MicrosecondValue' ? 'microsecond' : 'nanosecond' },
        value: time.value,
      };
    }
    case 'timestampValue': {
      const time = arm.value.value;
      if (time.case === undefined) throw unsetOneof(arm.value, 'value');
      const units = {
        timeSecondValue: 'second',
        timeMillisecondValue: 'millisecond',
        timeMicrosecondValue: 'microsecond',
        timeNanosecondValue: 'nanosecond',
      } as const;
      const unit = units[time.case];
      const { timezone } = arm.value;
      return {
        type: timezone === '' ? { kind: 'Timestamp', unit } : { kind: 'Timestamp', unit, timezone },
        value: time.value,
      };
    }
    case 'durationSecondValue':
      return { type: { kind: 'Duration', unit: 'second' }, value: arm.value };
    case 'durationMillisecondValue':
      return { type: { kind: 'Duration', unit: 'millisecond' }, value: arm.value };
    case 'durationMicrosecondValue':
      return { type: { kind: 'Duration', unit: 'microsecond' }, value: arm.value };
    case 'durationNanosecondValue':
      return { type: { kind: 'Duration', unit: 'nanosecond' }, value: arm.value };
    case 'intervalYearmonthValue':
      return { type: { kind: 'Interval', unit: 'yearMonth' }, value: arm.value };
    case 'intervalDaytimeValue': {
      const { days, milliseconds } = arm.value;
      return { type: { kind: 'Interval', unit: 'dayTime' }, value: { days, milliseconds } };
    }
    case 'intervalMonthDayNano': {
      const { months, days, nanos } = arm.value;
      return { type: { kind: 'Interval', unit: 'monthDayNano' }, value: { months, days, nanos } };
    }
    case 'binaryValue':
      return { type: { kind: 'Binary' }, value: arm.value };
    case 'largeBinaryValue':
      return { type: { kind: 'LargeBinary' }, value: arm.value };
    case 'binaryViewValue':
      return { type: { kind: 'BinaryView' }, value: arm.value };
    case 'fixedSizeBinaryValue': {
      const { values, length } = arm.value;
      if (values.length !== length)
        throw new DecodeError(`${arm.value.$typeName} has ${values.length} bytes instead of ${length}`);
      return { type: { kind: 'FixedSizeBinary', byteWidth: length }, value: values };
    }
    case 'decimal32Value':
      return decimal('Decimal32', arm.value, 4);
    case 'decimal64Value':
      return decimal('Decimal64', arm.value, 8);
    case 'decimal128Value':
      return decimal('Decimal128', arm.value, 16);
    case 'decimal256Value':
      return decimal('Decimal256', arm.value, 32);
    case 'listValue':
      return nested('List', arm.value);
    case 'largeListValue':
      return nested('LargeList', arm.value);
    case 'fixedSizeListValue':
      return nested('FixedSizeList', arm.value);
    case 'listViewValue':
      return nested('ListView', arm.value);
    case 'largeListViewValue':
      return nested('LargeListView', arm.value);
    case 'structValue':
      return nested('Struct', arm.value);
    case 'mapValue':
      return nested('Map', arm.value);
    case 'dictionaryValue': {
      const key = dataTypeFromProto(required(arm.value.indexType, arm.value, 'index_type'));
      const inner = scalarValueFromProto(required(arm.value.value, arm.value, 'value'), depth + 1);
      return { type: { kind: 'Dictionary', key, value: inner.type }, value: inner.value };
    }
    case 'runEndEncodedValue': {
      const runEnds = fieldFromProto(required(arm.value.runEndsField, arm.value, 'run_ends_field'));
      const values = fieldFromProto(required(arm.value.valuesField, arm.value, 'values_field'));
      const inner = scalarValueFromProto(required(arm.value.value, arm.value, 'value'), depth + 1);
      return { type: { kind: 'RunEndEncoded', runEnds, values }, value: inner.value };
    }
    case 'unionValue':
      return unionFromProto(arm.value, depth);
  }
}

function decimal(
  kind: 'Decimal32' | 'Decimal64' | 'Decimal128' | 'Decimal256',
  proto: common.Decimal32 | common.Decimal64 | common.Decimal128 | common.Decimal256,
  width: number,
): ScalarValue {
  const precision = toSafeNumber(proto.p, proto, 'p');
  const scale = toSafeNumber(proto.s, proto, 's');
  return { type: { kind, precision, scale }, value: fromBigEndian(proto.value, width, `${proto.$typeName}.value`) };
}

function nested(kind: NestedKind, proto: common.ScalarNestedValue): ScalarValue {
  const scalar = nestedValueFromProto(proto);
  if (scalar.type.kind !== kind)
    throw new DecodeError(`${proto.$typeName} holds a ${scalar.type.kind} instead of a ${kind}`);
  return scalar;
}

function unionFromProto(proto: common.UnionValue, depth: number): ScalarValue {
  const type: DataType = {
    kind: 'Union',
    fields: proto.fields.map((one) => fieldFromProto(required(one.field, one, 'field'))),
    typeIds: proto.fields.map((one) => one.fieldId),
    mode: unionModes.fromProto(proto.mode, proto, 'mode'),
  };
  if (proto.value === undefined) return { type, value: null };
  if (!type.typeIds.includes(proto.valueId)) throw new DecodeError(`${proto.$typeName}.value_id is ${proto.valueId}`);
  return { type, value: [proto.valueId, scalarValueFromProto(proto.value, depth + 1).value] };
}
