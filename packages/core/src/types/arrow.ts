import * as arrow from 'apache-arrow';
import { NotYetSupportedError } from '../errors/errors.js';
import type { DataType, TimeUnit } from './data-type.js';
import type { Field, Schema } from './field.js';
import { formatDataType } from './format.js';

const unitToArrow: Readonly<Record<TimeUnit, arrow.TimeUnit>> = {
  second: arrow.TimeUnit.SECOND,
  millisecond: arrow.TimeUnit.MILLISECOND,
  microsecond: arrow.TimeUnit.MICROSECOND,
  nanosecond: arrow.TimeUnit.NANOSECOND,
};
const unitFromArrow: readonly TimeUnit[] = ['second', 'millisecond', 'microsecond', 'nanosecond'];

/** Our type as an apache-arrow type. @throws NotYetSupportedError for the layouts apache-arrow has no class for. */
export function dataTypeToArrow(type: DataType): arrow.DataType {
  switch (type.kind) {
    case 'Null':
      return new arrow.Null();
    case 'Boolean':
      return new arrow.Bool();
    case 'Int8':
      return new arrow.Int8();
    case 'Int16':
      return new arrow.Int16();
    case 'Int32':
      return new arrow.Int32();
    case 'Int64':
      return new arrow.Int64();
    case 'UInt8':
      return new arrow.Uint8();
    case 'UInt16':
      return new arrow.Uint16();
    case 'UInt32':
      return new arrow.Uint32();
    case 'UInt64':
      return new arrow.Uint64();
    case 'Float16':
      return new arrow.Float16();
    case 'Float32':
      return new arrow.Float32();
    case 'Float64':
      return new arrow.Float64();
    case 'Utf8':
      return new arrow.Utf8();
    case 'LargeUtf8':
      return new arrow.LargeUtf8();
    case 'Binary':
      return new arrow.Binary();
    case 'LargeBinary':
      return new arrow.LargeBinary();
    case 'FixedSizeBinary':
      return new arrow.FixedSizeBinary(type.byteWidth);
    case 'Date32':
      return new arrow.DateDay();
    case 'Date64':
      return new arrow.DateMillisecond();
    case 'Time32':
      return type.unit === 'second' ? new arrow.TimeSecond() : new arrow.TimeMillisecond();
    case 'Time64':
      return type.unit === 'microsecond' ? new arrow.TimeMicrosecond() : new arrow.TimeNanosecond();
    case 'Timestamp':
      return new arrow.Timestamp(unitToArrow[type.unit], type.timezone ?? null);
    case 'Duration':
      return new arrow.Duration(unitToArrow[type.unit]);
    case 'Interval':
      return type.unit === 'yearMonth'
        ? new arrow.IntervalYearMonth()
        : type.unit === 'dayTime'
          ? new arrow.IntervalDayTime()
          : new arrow.IntervalMonthDayNano();
    case 'Decimal128':
      return new arrow.Decimal(type.scale, type.precision, 128);
    case 'Decimal256':
      return new arrow.Decimal(type.scale, type.precision, 256);
    case 'List':
      return new arrow.List(fieldToArrow(type.field));
    case 'LargeList':
      return new arrow.LargeList(fieldToArrow(type.field));
    case 'FixedSizeList':
      return new arrow.FixedSizeList(type.size, fieldToArrow(type.field));
    case 'Struct':
      return new arrow.Struct(type.fields.map(fieldToArrow));
    case 'Map':
      return new arrow.Map_(fieldToArrow(type.entries) as arrow.Field, type.keysSorted);
    case 'Dictionary':
      return new arrow.Dictionary(dataTypeToArrow(type.value), dataTypeToArrow(type.key) as arrow.Int32);
    default:
      throw new NotYetSupportedError('Arrow layout', formatDataType(type));
  }
}

/** An apache-arrow type as ours. @throws NotYetSupportedError for layouts outside our scope. */
export function dataTypeFromArrow(type: arrow.DataType): DataType {
  // Not `instanceof`: the application may carry its own copy of apache-arrow.
  if (arrow.DataType.isNull(type)) return { kind: 'Null' };
  if (arrow.DataType.isBool(type)) return { kind: 'Boolean' };
  if (arrow.DataType.isInt(type)) {
    return { kind: `${type.isSigned ? 'Int' : 'UInt'}${type.bitWidth as 8 | 16 | 32 | 64}` };
  }
  if (arrow.DataType.isFloat(type)) {
    const kinds = ['Float16', 'Float32', 'Float64'] as const;
    return { kind: kinds[type.precision as 0 | 1 | 2] };
  }
  if (arrow.DataType.isUtf8(type)) return { kind: 'Utf8' };
  if (arrow.DataType.isLargeUtf8(type)) return { kind: 'LargeUtf8' };
  if (arrow.DataType.isBinary(type)) return { kind: 'Binary' };
  if (arrow.DataType.isLargeBinary(type)) return { kind: 'LargeBinary' };
  if (arrow.DataType.isFixedSizeBinary(type)) return { kind: 'FixedSizeBinary', byteWidth: type.byteWidth };
  if (arrow.DataType.isDate(type)) return { kind: type.unit === arrow.DateUnit.DAY ? 'Date32' : 'Date64' };
  if (arrow.DataType.isTime(type)) {
    const unit = unitFromArrow[type.unit]!;
    return type.bitWidth === 32
      ? { kind: 'Time32', unit: unit as 'second' | 'millisecond' }
      : { kind: 'Time64', unit: unit as 'microsecond' | 'nanosecond' };
  }
  if (arrow.DataType.isTimestamp(type)) {
    const unit = unitFromArrow[type.unit]!;
    return type.timezone ? { kind: 'Timestamp', unit, timezone: type.timezone } : { kind: 'Timestamp', unit };
  }
  if (arrow.DataType.isDuration(type)) return { kind: 'Duration', unit: unitFromArrow[type.unit]! };
  if (arrow.DataType.isInterval(type)) {
    const units = ['yearMonth', 'dayTime', 'monthDayNano'] as const;
    return { kind: 'Interval', unit: units[type.unit as 0 | 1 | 2] };
  }
  if (arrow.DataType.isDecimal(type)) {
    return {
      kind: `Decimal${type.bitWidth as 32 | 64 | 128 | 256}`,
      precision: type.precision,
      scale: type.scale,
    };
  }
  if (arrow.DataType.isLargeList(type)) return { kind: 'LargeList', field: fieldFromArrow(type.children[0]!) };
  if (arrow.DataType.isList(type)) return { kind: 'List', field: fieldFromArrow(type.children[0]!) };
  if (arrow.DataType.isFixedSizeList(type)) {
    return { kind: 'FixedSizeList', field: fieldFromArrow(type.children[0]!), size: type.listSize };
  }
  if (arrow.DataType.isMap(type)) {
    return { kind: 'Map', entries: fieldFromArrow(type.children[0]!), keysSorted: type.keysSorted };
  }
  if (arrow.DataType.isStruct(type)) return { kind: 'Struct', fields: type.children.map(fieldFromArrow) };
  if (arrow.DataType.isDictionary(type)) {
    return { kind: 'Dictionary', key: dataTypeFromArrow(type.indices), value: dataTypeFromArrow(type.dictionary) };
  }
  throw new NotYetSupportedError('Arrow type', String(type));
}

export const fieldToArrow = (one: Field): arrow.Field =>
  new arrow.Field(one.name, dataTypeToArrow(one.type), one.nullable, one.metadata && new Map(one.metadata));

export function fieldFromArrow(one: arrow.Field): Field {
  const plain = { name: one.name, type: dataTypeFromArrow(one.type), nullable: one.nullable };
  return one.metadata.size === 0 ? plain : { ...plain, metadata: new Map(one.metadata) };
}

export const schemaToArrow = (of: Schema): arrow.Schema =>
  new arrow.Schema(of.fields.map(fieldToArrow), of.metadata && new Map(of.metadata));

export function schemaFromArrow(of: arrow.Schema): Schema {
  const fields = of.fields.map(fieldFromArrow);
  return of.metadata.size === 0 ? { fields } : { fields, metadata: new Map(of.metadata) };
}
