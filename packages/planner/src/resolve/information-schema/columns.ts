import {
  type DataType,
  field,
  formatDataType,
  isBinary,
  isDecimal,
  isString,
  schema,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import type { InformationSchemaView } from './view.js';

/** The columns of every table, counted from 0. */
export const columnsView: InformationSchemaView = {
  name: 'columns',
  schema: schema([
    field('table_catalog', Utf8, false),
    field('table_schema', Utf8, false),
    field('table_name', Utf8, false),
    field('column_name', Utf8, false),
    field('ordinal_position', UInt64, false),
    field('column_default', Utf8),
    field('is_nullable', Utf8, false),
    field('data_type', Utf8, false),
    field('character_maximum_length', UInt64),
    field('character_octet_length', UInt64),
    field('numeric_precision', UInt64),
    field('numeric_precision_radix', UInt64),
    field('numeric_scale', UInt64),
    field('datetime_precision', UInt64),
    field('interval_type', Utf8),
  ]),
  rows: async ({ catalog }) =>
    (await catalog.tables()).flatMap(({ reference, provider }) =>
      provider.schema.fields.map((column, index): Value[] => [
        reference.catalog,
        reference.schema,
        reference.table,
        column.name,
        BigInt(index),
        null,
        column.nullable ? 'YES' : 'NO',
        formatDataType(column.type),
        null,
        octetLength(column.type),
        ...numeric(column.type),
        null,
        null,
      ]),
    ),
};

/** The most bytes a value can have, where the type says so. */
const octetLength = (type: DataType): Value =>
  type.kind === 'Utf8' || type.kind === 'Binary'
    ? 2_147_483_647n
    : isString(type) || isBinary(type)
      ? 9_223_372_036_854_775_807n
      : null;

/** Precision, radix and scale: bits for integers and floats, digits for decimals. */
function numeric(type: DataType): Value[] {
  if (isDecimal(type)) return [BigInt(type.precision), 10n, BigInt(Math.max(type.scale, 0))];
  const bits: Partial<Record<DataType['kind'], bigint>> = {
    Int8: 8n,
    Int16: 16n,
    Int32: 32n,
    Int64: 64n,
    UInt8: 8n,
    UInt16: 16n,
    UInt32: 32n,
    UInt64: 64n,
    Float16: 15n,
    Float32: 24n,
    Float64: 53n,
  };
  const precision = bits[type.kind];
  return precision === undefined ? [null, null, null] : [precision, 2n, null];
}
