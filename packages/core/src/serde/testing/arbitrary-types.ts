import fc from 'fast-check';
import type { DFSchema } from '../../expr/df-schema.js';
import type { TableReference } from '../../expr/table-reference.js';
import type { DataType, SimpleTypeKind } from '../../types/data-type.js';
import type { Field, Schema } from '../../types/field.js';
import type { ScalarValue, Value } from '../../types/scalar-value.js';

// Random nouns for round-trip tests. Not part of the package.

/** Names people really use, and names that break quoting. */
export const anyName = fc.oneof(
  fc.constantFrom('a', 'b', 'l_orderkey', 'Mixed', 'with space', 'q"uote', 'dot.ted', 'ümlaut', '__proto__'),
  fc.string({ minLength: 1, maxLength: 6 }),
);

export const anyTableReference: fc.Arbitrary<TableReference> = fc.oneof(
  fc.record({ table: anyName }),
  fc.record({ schema: anyName, table: anyName }),
  fc.record({ catalog: anyName, schema: anyName, table: anyName }),
);

const simpleKinds = [
  'Boolean',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Float16',
  'Float32',
  'Float64',
  'Utf8',
  'LargeUtf8',
  'Binary',
  'LargeBinary',
  'Date32',
  'Date64',
] as const satisfies readonly SimpleTypeKind[];

const timeUnit = fc.constantFrom('second', 'millisecond', 'microsecond', 'nanosecond' as const);
const timestampType: fc.Arbitrary<DataType> = fc.oneof(
  timeUnit.map((unit): DataType => ({ kind: 'Timestamp', unit })),
  fc.record({ kind: fc.constant('Timestamp' as const), unit: timeUnit, timezone: fc.constantFrom('UTC', '+05:30') }),
);

/** Flat types that apache-arrow has a layout for, so that they can stand inside nested values. */
export const anyArrowFlatType: fc.Arbitrary<DataType> = fc.oneof(
  fc.constantFrom(...simpleKinds).map((kind): DataType => ({ kind })),
  timestampType,
  fc.record({ kind: fc.constant('Duration' as const), unit: timeUnit }),
  fc.record({ kind: fc.constant('Time32' as const), unit: fc.constantFrom('second' as const, 'millisecond' as const) }),
  fc.record({
    kind: fc.constant('Time64' as const),
    unit: fc.constantFrom('microsecond' as const, 'nanosecond' as const),
  }),
  fc.record({
    kind: fc.constant('Interval' as const),
    unit: fc.constantFrom('yearMonth' as const, 'dayTime' as const, 'monthDayNano' as const),
  }),
  fc.record({ kind: fc.constant('FixedSizeBinary' as const), byteWidth: fc.integer({ min: 1, max: 4 }) }),
  decimal('Decimal128', 38),
  decimal('Decimal256', 76),
);

function decimal(kind: 'Decimal32' | 'Decimal64' | 'Decimal128' | 'Decimal256', max: number): fc.Arbitrary<DataType> {
  return fc.record({
    kind: fc.constant(kind),
    precision: fc.integer({ min: 1, max }),
    scale: fc.integer({ min: -3, max: 10 }),
  });
}

export const anyFlatType: fc.Arbitrary<DataType> = fc.oneof(
  { weight: 8, arbitrary: anyArrowFlatType },
  fc.constantFrom<DataType>({ kind: 'Null' }, { kind: 'Utf8View' }, { kind: 'BinaryView' }),
  decimal('Decimal32', 9),
  decimal('Decimal64', 18),
);

const anyMetadata = fc.option(
  fc
    .dictionary(anyName, fc.string({ maxLength: 4 }), { minKeys: 1, maxKeys: 2 })
    .map((of) => new Map(Object.entries(of))),
  { nil: undefined, freq: 6 },
);

export const fieldOf = (type: fc.Arbitrary<DataType>): fc.Arbitrary<Field> =>
  fc
    .record({ name: anyName, type, nullable: fc.boolean(), metadata: anyMetadata })
    .map(({ metadata, ...rest }) => (metadata === undefined ? rest : { ...rest, metadata }));

const nullable = (type: fc.Arbitrary<DataType>): fc.Arbitrary<Field> =>
  fieldOf(type).map((one) => ({ ...one, nullable: true }));

/** Nested types that apache-arrow has a layout for; their fields are nullable, so that any value fits. */
export function anyNestedArrowType(depth: number): fc.Arbitrary<DataType> {
  const inner = depth === 0 ? anyArrowFlatType : fc.oneof(anyArrowFlatType, anyNestedArrowType(depth - 1));
  return fc.oneof(
    fc.record({ kind: fc.constantFrom('List' as const, 'LargeList' as const), field: nullable(inner) }),
    fc.record({
      kind: fc.constant('FixedSizeList' as const),
      field: nullable(inner),
      size: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ kind: fc.constant('Struct' as const), fields: fc.array(nullable(inner), { maxLength: 3 }) }),
    fc.record({
      kind: fc.constant('Map' as const),
      keysSorted: fc.boolean(),
      entries: fc.record({
        name: fc.constant('entries'),
        nullable: fc.constant(false),
        type: fc.record({
          kind: fc.constant('Struct' as const),
          fields: fc.tuple(anyArrowFlatType, inner).map(([key, value]): Field[] => [
            { name: 'key', type: key, nullable: false },
            { name: 'value', type: value, nullable: true },
          ]),
        }),
      }),
    }),
  );
}

/** Any type at all. */
export function anyType(depth = 2): fc.Arbitrary<DataType> {
  if (depth === 0) return anyFlatType;
  const field = fieldOf(anyType(depth - 1));
  return fc.oneof(
    { weight: 6, arbitrary: anyFlatType },
    { weight: 2, arbitrary: anyNestedArrowType(1) },
    fc.record({ kind: fc.constantFrom('ListView' as const, 'LargeListView' as const), field }),
    fc.record({
      kind: fc.constant('Dictionary' as const),
      key: fc.constant({ kind: 'Int32' as const }),
      value: anyFlatType,
    }),
    fc.record({ kind: fc.constant('RunEndEncoded' as const), runEnds: field, values: field }),
    fc.array(field, { minLength: 1, maxLength: 3 }).map(
      (fields): DataType => ({
        kind: 'Union',
        fields,
        typeIds: fields.map((_one, index) => index * 2 + 1),
        mode: 'sparse',
      }),
    ),
  );
}

export const anyField = fieldOf(anyType());
export const anySchema: fc.Arbitrary<Schema> = fc
  .record({ fields: fc.array(anyField, { maxLength: 4 }), metadata: anyMetadata })
  .map(({ fields, metadata }) => (metadata === undefined ? { fields } : { fields, metadata }));
export const anyDFSchema: fc.Arbitrary<DFSchema> = fc
  .array(
    fc
      .record({ qualifier: fc.option(anyTableReference, { nil: undefined }), field: anyField })
      .map(({ qualifier, field }) => (qualifier === undefined ? { field } : { qualifier, field })),
    { maxLength: 4 },
  )
  .map((fields) => ({ fields }));

const int32 = fc.integer();
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** A value of a type, NULL now and then. */
export function anyValue(type: DataType, allowNull = true): fc.Arbitrary<Value> {
  const value = presentValue(type);
  return allowNull ? fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }) : value;
}

function presentValue(type: DataType): fc.Arbitrary<Value> {
  switch (type.kind) {
    case 'Null':
      return fc.constant(null);
    case 'Boolean':
      return fc.boolean();
    case 'Int8':
      return fc.integer({ min: -128, max: 127 });
    case 'Int16':
      return fc.integer({ min: -32768, max: 32767 });
    case 'UInt8':
      return fc.nat(255);
    case 'UInt16':
      return fc.nat(65535);
    case 'UInt32':
      return fc.nat(4294967295);
    case 'UInt64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case 'Int32':
    case 'Date32':
    case 'Time32':
      return int32;
    case 'Int64':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return int64;
    case 'Float16':
      return fc.constantFrom(0, -0, 1.5, -2, 65504, Number.NaN, Number.POSITIVE_INFINITY);
    case 'Float32':
      return fc.float();
    case 'Float64':
      return fc.double();
    case 'Utf8':
    case 'LargeUtf8':
    case 'Utf8View':
      return fc.string({ unit: 'grapheme', maxLength: 6 });
    case 'Binary':
    case 'LargeBinary':
    case 'BinaryView':
      return fc.uint8Array({ maxLength: 6 });
    case 'FixedSizeBinary':
      return fc.uint8Array({ minLength: type.byteWidth, maxLength: type.byteWidth });
    case 'Interval':
      if (type.unit === 'yearMonth') return int32;
      return type.unit === 'dayTime'
        ? fc.record({ days: int32, milliseconds: int32 })
        : fc.record({ months: int32, days: int32, nanos: int64 });
    case 'Decimal32':
      return fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n - 1n });
    case 'Decimal64':
      return int64;
    case 'Decimal128':
      return fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n });
    case 'Decimal256':
      return fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n });
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
      return fc.array(anyValue(type.field.type), { maxLength: 3 });
    case 'FixedSizeList':
      return fc.array(anyValue(type.field.type), { minLength: type.size, maxLength: type.size });
    case 'Struct':
      return fc.tuple(...type.fields.map((one) => anyValue(one.type)));
    case 'Map': {
      const entry = type.entries.type as Extract<DataType, { kind: 'Struct' }>;
      return fc.array(fc.tuple(anyValue(entry.fields[0]!.type, false), anyValue(entry.fields[1]!.type)), {
        maxLength: 3,
      });
    }
    case 'Dictionary':
      return presentValue(type.value);
    case 'RunEndEncoded':
      return presentValue(type.values.type);
    case 'Union':
      return fc
        .nat(type.fields.length - 1)
        .chain((index) => anyValue(type.fields[index]!.type).map((value): Value => [type.typeIds[index]!, value]));
  }
}

/** A constant of any type that travels. */
export const anyScalar: fc.Arbitrary<ScalarValue> = fc
  .oneof(
    { weight: 6, arbitrary: anyFlatType },
    { weight: 2, arbitrary: anyNestedArrowType(1) },
    fc.record({
      kind: fc.constant('Dictionary' as const),
      key: fc.constant({ kind: 'UInt16' as const }),
      value: anyFlatType,
    }),
    fc.record({
      kind: fc.constant('RunEndEncoded' as const),
      runEnds: nullable(fc.constant({ kind: 'Int32' as const })),
      values: nullable(anyFlatType),
    }),
    fc.array(nullable(anyFlatType), { minLength: 1, maxLength: 3 }).map(
      (fields): DataType => ({
        kind: 'Union',
        fields,
        typeIds: fields.map((_one, index) => index * 2 + 1),
        mode: 'dense',
      }),
    ),
  )
  .chain((type) => anyValue(type).map((value) => ({ type, value })));
