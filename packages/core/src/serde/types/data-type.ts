import { DecodeError, InvalidArgumentError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import type { DataType, IntervalUnit, SimpleTypeKind, TimeUnit, UnionMode } from '../../types/data-type.js';
import type { Field } from '../../types/field.js';
import { maxTypeDepth } from '../wire/limits.js';
import { enumMapping, message, required, unsetOneof } from '../wire/message.js';
import { fieldFromProto, fieldToProto } from './schema.js';

const timeUnits = enumMapping<TimeUnit>({
  second: common.TimeUnit.Second,
  millisecond: common.TimeUnit.Millisecond,
  microsecond: common.TimeUnit.Microsecond,
  nanosecond: common.TimeUnit.Nanosecond,
});
const intervalUnits = enumMapping<IntervalUnit>({
  yearMonth: common.IntervalUnit.YearMonth,
  dayTime: common.IntervalUnit.DayTime,
  monthDayNano: common.IntervalUnit.MonthDayNano,
});
export const unionModes = enumMapping<UnionMode>({ sparse: common.UnionMode.sparse, dense: common.UnionMode.dense });

type Arm = Exclude<common.ArrowType['arrowTypeEnum'], { case: undefined }>;

/** The arms without content. */
const simpleArms = {
  Null: 'NONE',
  Boolean: 'BOOL',
  Int8: 'INT8',
  Int16: 'INT16',
  Int32: 'INT32',
  Int64: 'INT64',
  UInt8: 'UINT8',
  UInt16: 'UINT16',
  UInt32: 'UINT32',
  UInt64: 'UINT64',
  Float16: 'FLOAT16',
  Float32: 'FLOAT32',
  Float64: 'FLOAT64',
  Utf8: 'UTF8',
  LargeUtf8: 'LARGEUTF8',
  Utf8View: 'UTF8VIEW',
  Binary: 'BINARY',
  LargeBinary: 'LARGEBINARY',
  BinaryView: 'BINARYVIEW',
  Date32: 'DATE32',
  Date64: 'DATE64',
} as const satisfies Record<SimpleTypeKind, Arm['case']>;
const simpleKinds = new Map(Object.entries(simpleArms).map(([kind, arm]) => [arm, kind as SimpleTypeKind]));

/** @throws InvalidArgumentError for a type nested deeper than a reader would take. */
export const dataTypeToProto = (type: DataType, depth = 0): common.ArrowType =>
  message(common.ArrowTypeSchema, { arrowTypeEnum: armToProto(type, depth) });

function armToProto(type: DataType, depth: number): Arm {
  if (depth > maxTypeDepth) throw new InvalidArgumentError(`type is nested deeper than ${maxTypeDepth} levels`);
  const nested = (field: Field): common.Field => fieldToProto(field, depth + 1);
  const listOf = (field: Field): common.List => message(common.ListSchema, { fieldType: nested(field) });
  switch (type.kind) {
    case 'FixedSizeBinary':
      return { case: 'FIXEDSIZEBINARY', value: type.byteWidth };
    case 'Duration':
      return { case: 'DURATION', value: timeUnits.toProto(type.unit) };
    case 'Time32':
      return { case: 'TIME32', value: timeUnits.toProto(type.unit) };
    case 'Time64':
      return { case: 'TIME64', value: timeUnits.toProto(type.unit) };
    case 'Interval':
      return { case: 'INTERVAL', value: intervalUnits.toProto(type.unit) };
    case 'Timestamp':
      return {
        case: 'TIMESTAMP',
        value: message(common.TimestampSchema, {
          timeUnit: timeUnits.toProto(type.unit),
          timezone: type.timezone ?? '',
        }),
      };
    case 'Decimal32':
      return { case: 'DECIMAL32', value: message(common.Decimal32TypeSchema, precisionAndScale(type)) };
    case 'Decimal64':
      return { case: 'DECIMAL64', value: message(common.Decimal64TypeSchema, precisionAndScale(type)) };
    case 'Decimal128':
      return { case: 'DECIMAL128', value: message(common.Decimal128TypeSchema, precisionAndScale(type)) };
    case 'Decimal256':
      return { case: 'DECIMAL256', value: message(common.Decimal256TypeSchema, precisionAndScale(type)) };
    case 'List':
      return { case: 'LIST', value: listOf(type.field) };
    case 'LargeList':
      return { case: 'LARGELIST', value: listOf(type.field) };
    case 'ListView':
      return { case: 'LISTVIEW', value: listOf(type.field) };
    case 'LargeListView':
      return { case: 'LARGELISTVIEW', value: listOf(type.field) };
    case 'FixedSizeList':
      return {
        case: 'FIXEDSIZELIST',
        value: message(common.FixedSizeListSchema, { fieldType: nested(type.field), listSize: type.size }),
      };
    case 'Struct':
      return { case: 'STRUCT', value: message(common.StructSchema, { subFieldTypes: type.fields.map(nested) }) };
    case 'Map':
      return {
        case: 'MAP',
        value: message(common.MapSchema, { fieldType: nested(type.entries), keysSorted: type.keysSorted }),
      };
    case 'Dictionary':
      return {
        case: 'DICTIONARY',
        value: message(common.DictionarySchema, {
          key: dataTypeToProto(type.key, depth + 1),
          value: dataTypeToProto(type.value, depth + 1),
        }),
      };
    case 'Union':
      return {
        case: 'UNION',
        value: message(common.UnionSchema, {
          unionTypes: type.fields.map(nested),
          unionMode: unionModes.toProto(type.mode),
          typeIds: [...type.typeIds],
        }),
      };
    case 'RunEndEncoded':
      return {
        case: 'RUNENDENCODED',
        value: message(common.RunEndEncodedSchema, {
          runEndsField: nested(type.runEnds),
          valuesField: nested(type.values),
        }),
      };
    default:
      return { case: simpleArms[type.kind], value: message(common.EmptyMessageSchema, {}) };
  }
}

const precisionAndScale = (type: { readonly precision: number; readonly scale: number }) => ({
  precision: type.precision,
  scale: type.scale,
});

/** @throws DecodeError for what is not a type. */
export function dataTypeFromProto(proto: common.ArrowType, depth = 0): DataType {
  if (depth > maxTypeDepth) throw new DecodeError(`type is nested deeper than ${maxTypeDepth} levels`);
  const arm = proto.arrowTypeEnum;
  const nested = (field: common.Field | undefined, name: string): Field =>
    fieldFromProto(required(field, arm.value as common.List, name), depth + 1);
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'arrow_type_enum');
    case 'FIXEDSIZEBINARY':
      return { kind: 'FixedSizeBinary', byteWidth: notNegative(arm.value, proto, 'FIXED_SIZE_BINARY') };
    case 'DURATION':
      return { kind: 'Duration', unit: timeUnits.fromProto(arm.value, proto, 'DURATION') };
    case 'TIME32': {
      const unit = timeUnits.fromProto(arm.value, proto, 'TIME32');
      if (unit === 'second' || unit === 'millisecond') return { kind: 'Time32', unit };
      throw new DecodeError(`${proto.$typeName}.TIME32 cannot have the unit ${unit}`);
    }
    case 'TIME64': {
      const unit = timeUnits.fromProto(arm.value, proto, 'TIME64');
      if (unit === 'microsecond' || unit === 'nanosecond') return { kind: 'Time64', unit };
      throw new DecodeError(`${proto.$typeName}.TIME64 cannot have the unit ${unit}`);
    }
    case 'INTERVAL':
      return { kind: 'Interval', unit: intervalUnits.fromProto(arm.value, proto, 'INTERVAL') };
    case 'TIMESTAMP': {
      const unit = timeUnits.fromProto(arm.value.timeUnit, arm.value, 'time_unit');
      return arm.value.timezone === ''
        ? { kind: 'Timestamp', unit }
        : { kind: 'Timestamp', unit, timezone: arm.value.timezone };
    }
    case 'DECIMAL32':
      return { kind: 'Decimal32', ...precisionAndScale(arm.value) };
    case 'DECIMAL64':
      return { kind: 'Decimal64', ...precisionAndScale(arm.value) };
    case 'DECIMAL128':
      return { kind: 'Decimal128', ...precisionAndScale(arm.value) };
    case 'DECIMAL256':
      return { kind: 'Decimal256', ...precisionAndScale(arm.value) };
    case 'LIST':
      return { kind: 'List', field: nested(arm.value.fieldType, 'field_type') };
    case 'LARGELIST':
      return { kind: 'LargeList', field: nested(arm.value.fieldType, 'field_type') };
    case 'LISTVIEW':
      return { kind: 'ListView', field: nested(arm.value.fieldType, 'field_type') };
    case 'LARGELISTVIEW':
      return { kind: 'LargeListView', field: nested(arm.value.fieldType, 'field_type') };
    case 'FIXEDSIZELIST':
      return {
        kind: 'FixedSizeList',
        field: nested(arm.value.fieldType, 'field_type'),
        size: notNegative(arm.value.listSize, arm.value, 'list_size'),
      };
    case 'STRUCT':
      return { kind: 'Struct', fields: arm.value.subFieldTypes.map((one) => fieldFromProto(one, depth + 1)) };
    case 'MAP':
      return { kind: 'Map', entries: nested(arm.value.fieldType, 'field_type'), keysSorted: arm.value.keysSorted };
    case 'DICTIONARY':
      return {
        kind: 'Dictionary',
        key: dataTypeFromProto(required(arm.value.key, arm.value, 'key'), depth + 1),
        value: dataTypeFromProto(required(arm.value.value, arm.value, 'value'), depth + 1),
      };
    case 'UNION':
      if (arm.value.typeIds.length !== arm.value.unionTypes.length) {
        throw new DecodeError(
          `${arm.value.$typeName} has ${arm.value.typeIds.length} type ids for ${arm.value.unionTypes.length} types`,
        );
      }
      return {
        kind: 'Union',
        fields: arm.value.unionTypes.map((one) => fieldFromProto(one, depth + 1)),
        typeIds: arm.value.typeIds,
        mode: unionModes.fromProto(arm.value.unionMode, arm.value, 'union_mode'),
      };
    case 'RUNENDENCODED':
      return {
        kind: 'RunEndEncoded',
        runEnds: nested(arm.value.runEndsField, 'run_ends_field'),
        values: nested(arm.value.valuesField, 'values_field'),
      };
    default:
      return { kind: simpleKinds.get(arm.case)! };
  }
}

function notNegative(value: number, owner: { readonly $typeName: string }, name: string): number {
  if (value < 0) throw new DecodeError(`${owner.$typeName}.${name} is ${value}`);
  return value;
}
