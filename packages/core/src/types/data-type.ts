import type { Field } from './field.js';

/** Resolution of times, timestamps and durations. */
export type TimeUnit = 'second' | 'millisecond' | 'microsecond' | 'nanosecond';
/** Which parts an interval holds. */
export type IntervalUnit = 'yearMonth' | 'dayTime' | 'monthDayNano';
/** Storage of a union column. */
export type UnionMode = 'sparse' | 'dense';

/** The types without parameters. */
export type SimpleTypeKind =
  | 'Null'
  | 'Boolean'
  | 'Int8'
  | 'Int16'
  | 'Int32'
  | 'Int64'
  | 'UInt8'
  | 'UInt16'
  | 'UInt32'
  | 'UInt64'
  | 'Float16'
  | 'Float32'
  | 'Float64'
  | 'Utf8'
  | 'LargeUtf8'
  | 'Utf8View'
  | 'Binary'
  | 'LargeBinary'
  | 'BinaryView'
  | 'Date32'
  | 'Date64';

/** An Arrow type as plain data: comparable with `dataTypeEquals`, printable with `formatDataType`, safe to send anywhere. */
export type DataType =
  | { [K in SimpleTypeKind]: { readonly kind: K } }[SimpleTypeKind]
  | { readonly kind: 'FixedSizeBinary'; readonly byteWidth: number }
  | { readonly kind: 'Time32'; readonly unit: 'second' | 'millisecond' }
  | { readonly kind: 'Time64'; readonly unit: 'microsecond' | 'nanosecond' }
  | { readonly kind: 'Timestamp'; readonly unit: TimeUnit; readonly timezone?: string }
  | { readonly kind: 'Duration'; readonly unit: TimeUnit }
  | { readonly kind: 'Interval'; readonly unit: IntervalUnit }
  | { [K in DecimalKind]: { readonly kind: K; readonly precision: number; readonly scale: number } }[DecimalKind]
  | { [K in ListKind]: { readonly kind: K; readonly field: Field } }[ListKind]
  | { readonly kind: 'FixedSizeList'; readonly field: Field; readonly size: number }
  | { readonly kind: 'Struct'; readonly fields: readonly Field[] }
  | { readonly kind: 'Map'; readonly entries: Field; readonly keysSorted: boolean }
  | { readonly kind: 'Dictionary'; readonly key: DataType; readonly value: DataType }
  | {
      readonly kind: 'Union';
      readonly fields: readonly Field[];
      readonly typeIds: readonly number[];
      readonly mode: UnionMode;
    }
  | { readonly kind: 'RunEndEncoded'; readonly runEnds: Field; readonly values: Field };

export type ListKind = 'List' | 'LargeList' | 'ListView' | 'LargeListView';
export type DecimalKind = 'Decimal32' | 'Decimal64' | 'Decimal128' | 'Decimal256';
/** The tag of a type. */
export type TypeKind = DataType['kind'];
/** The members of the union that carry the given tag. */
export type DataTypeOf<K extends TypeKind> = Extract<DataType, { readonly kind: K }>;
export type DecimalType = DataTypeOf<DecimalKind>;

const simple = <K extends SimpleTypeKind>(kind: K): { readonly kind: K } => Object.freeze({ kind });

export const Null = simple('Null');
export const Boolean_ = simple('Boolean');
export const Int8 = simple('Int8');
export const Int16 = simple('Int16');
export const Int32 = simple('Int32');
export const Int64 = simple('Int64');
export const UInt8 = simple('UInt8');
export const UInt16 = simple('UInt16');
export const UInt32 = simple('UInt32');
export const UInt64 = simple('UInt64');
export const Float16 = simple('Float16');
export const Float32 = simple('Float32');
export const Float64 = simple('Float64');
export const Utf8 = simple('Utf8');
export const LargeUtf8 = simple('LargeUtf8');
export const Utf8View = simple('Utf8View');
export const Binary = simple('Binary');
export const LargeBinary = simple('LargeBinary');
export const BinaryView = simple('BinaryView');
export const Date32 = simple('Date32');
export const Date64 = simple('Date64');

export const decimal128 = (precision: number, scale: number): DataTypeOf<'Decimal128'> => ({
  kind: 'Decimal128',
  precision,
  scale,
});
export const decimal256 = (precision: number, scale: number): DataTypeOf<'Decimal256'> => ({
  kind: 'Decimal256',
  precision,
  scale,
});
export const timestamp = (unit: TimeUnit, timezone?: string): DataTypeOf<'Timestamp'> =>
  timezone === undefined ? { kind: 'Timestamp', unit } : { kind: 'Timestamp', unit, timezone };
export const time32 = (unit: 'second' | 'millisecond'): DataTypeOf<'Time32'> => ({ kind: 'Time32', unit });
export const time64 = (unit: 'microsecond' | 'nanosecond'): DataTypeOf<'Time64'> => ({ kind: 'Time64', unit });
export const duration = (unit: TimeUnit): DataTypeOf<'Duration'> => ({ kind: 'Duration', unit });
export const interval = (unit: IntervalUnit): DataTypeOf<'Interval'> => ({ kind: 'Interval', unit });
export const fixedSizeBinary = (byteWidth: number): DataTypeOf<'FixedSizeBinary'> => ({
  kind: 'FixedSizeBinary',
  byteWidth,
});
/** A list whose items are nullable and named `item`, as Arrow writers name them. */
export const list = (item: DataType, nullable = true): DataTypeOf<'List'> => ({
  kind: 'List',
  field: { name: 'item', type: item, nullable },
});
export const struct = (fields: readonly Field[]): DataTypeOf<'Struct'> => ({ kind: 'Struct', fields });
export const dictionary = (key: DataType, value: DataType): DataTypeOf<'Dictionary'> => ({
  kind: 'Dictionary',
  key,
  value,
});
/** A map with the conventional entry names `key` (never null) and `value`. */
export const map = (key: DataType, value: DataType, keysSorted = false): DataTypeOf<'Map'> => ({
  kind: 'Map',
  keysSorted,
  entries: {
    name: 'entries',
    nullable: false,
    type: struct([
      { name: 'key', type: key, nullable: false },
      { name: 'value', type: value, nullable: true },
    ]),
  },
});
