import { DecodeError, formatSchema } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import type { LogicalType, ParquetFooter, PhysicalType, Repetition, SchemaElement } from './footer-types.js';
import { parquetSchema } from './parquet-schema.js';

type Tree = readonly [
  name: string,
  kind: PhysicalType | LogicalType['kind'] | 'group',
  repetition: Repetition,
  ...children: Tree[],
];

const leaf = (
  name: string,
  physicalType: PhysicalType,
  logicalType?: LogicalType,
  typeLength?: number,
): SchemaElement => ({
  name,
  physicalType,
  childCount: 0,
  repetition: 'OPTIONAL',
  ...(logicalType === undefined ? {} : { logicalType }),
  ...(typeLength === undefined ? {} : { typeLength }),
});

function flatten([name, kind, repetition, ...children]: Tree): SchemaElement[] {
  const isLeaf = children.length === 0 && kind === kind.toUpperCase();
  const element: SchemaElement = {
    name,
    repetition,
    childCount: children.length,
    ...(isLeaf
      ? { physicalType: kind as PhysicalType }
      : kind === 'group'
        ? {}
        : { logicalType: { kind } as LogicalType }),
  };
  return [element, ...children.flatMap(flatten)];
}

const footerOf = (elements: readonly SchemaElement[], roots: number): ParquetFooter => ({
  version: 1,
  rowCount: 0,
  keyValues: new Map(),
  elements: [{ name: 'schema', childCount: roots }, ...elements],
  rowGroups: [],
  footerSize: 0,
});
const typesOf = (...trees: readonly Tree[]) =>
  formatSchema(parquetSchema(footerOf(trees.flatMap(flatten), trees.length)).schema);
const typeOf = (element: SchemaElement) =>
  formatSchema(parquetSchema(footerOf([element], 1)).schema).replace(/^x:|;N$/g, '');

describe('leaves', () => {
  const decimal = (precision: number, scale: number): LogicalType => ({ kind: 'Decimal', precision, scale });
  test.each<[PhysicalType, LogicalType | undefined, number | undefined, string]>([
    ['INT32', { kind: 'Integer', bitWidth: 8, isSigned: false }, undefined, 'UInt8'],
    ['INT32', { kind: 'Integer', bitWidth: 16, isSigned: true }, undefined, 'Int16'],
    ['INT64', { kind: 'Integer', bitWidth: 64, isSigned: false }, undefined, 'UInt64'],
    ['INT32', decimal(9, 2), undefined, 'Decimal128(9, 2)'],
    ['INT64', decimal(18, 18), undefined, 'Decimal128(18, 18)'],
    ['BYTE_ARRAY', decimal(38, 0), undefined, 'Decimal128(38, 0)'],
    ['BYTE_ARRAY', decimal(50, 3), undefined, 'Decimal256(50, 3)'],
    ['FIXED_LEN_BYTE_ARRAY', decimal(38, 5), 16, 'Decimal128(38, 5)'],
    ['FIXED_LEN_BYTE_ARRAY', decimal(4, 0), 2, 'Decimal128(4, 0)'],
    ['INT32', { kind: 'Date' }, undefined, 'Date32'],
    ['INT32', { kind: 'Time', unit: 'millisecond', isUtc: true }, undefined, 'Time32(ms)'],
    ['INT64', { kind: 'Time', unit: 'nanosecond', isUtc: false }, undefined, 'Time64(ns)'],
    ['INT64', { kind: 'Timestamp', unit: 'millisecond', isUtc: false }, undefined, 'Timestamp(ms)'],
    ['INT64', { kind: 'Timestamp', unit: 'microsecond', isUtc: true }, undefined, 'Timestamp(µs, "UTC")'],
    ['INT96', undefined, undefined, 'Timestamp(ns)'],
    ['BYTE_ARRAY', { kind: 'Json' }, undefined, 'Utf8'],
    ['BYTE_ARRAY', { kind: 'Enum' }, undefined, 'Utf8'],
    ['BYTE_ARRAY', { kind: 'Bson' }, undefined, 'Binary'],
    ['FIXED_LEN_BYTE_ARRAY', { kind: 'Uuid' }, 16, 'FixedSizeBinary(16)'],
    ['FIXED_LEN_BYTE_ARRAY', { kind: 'Float16' }, 2, 'Float16'],
    ['FIXED_LEN_BYTE_ARRAY', { kind: 'Interval' }, 12, 'Interval(DayTime)'],
    ['INT32', { kind: 'Null' }, undefined, 'Null'],
    // Annotations that do not go with the storage are ignored.
    ['INT32', { kind: 'String' }, undefined, 'Int32'],
    ['BYTE_ARRAY', { kind: 'Date' }, undefined, 'Binary'],
    ['DOUBLE', { kind: 'Other', name: 'NEW' }, undefined, 'Float64'],
  ])('%s %j (%s bytes) is %s', (physical, logical, length, expected) => {
    expect(typeOf(leaf('x', physical, logical, length))).toBe(expected);
  });

  test.each<[PhysicalType, number, number, number | undefined]>([
    ['INT32', 10, 2, undefined],
    ['INT64', 19, 0, undefined],
    ['INT64', 5, 6, undefined],
    ['BYTE_ARRAY', 77, 0, undefined],
    ['BYTE_ARRAY', 0, 0, undefined],
    ['FIXED_LEN_BYTE_ARRAY', 5, 0, 2],
  ])('%s cannot hold a decimal(%d, %d)', (physical, precision, scale, length) => {
    expect(() => typeOf(leaf('x', physical, decimal(precision, scale), length))).toThrow(DecodeError);
  });
});

describe('nested columns', () => {
  test('of the standard form', () => {
    expect(
      typesOf(
        ['l', 'List', 'OPTIONAL', ['list', 'group', 'REPEATED', ['element', 'INT32', 'REQUIRED']]],
        [
          'm',
          'Map',
          'REQUIRED',
          ['key_value', 'group', 'REPEATED', ['key', 'INT64', 'REQUIRED'], ['value', 'DOUBLE', 'OPTIONAL']],
        ],
        [
          's',
          'group',
          'OPTIONAL',
          ['a', 'INT32', 'OPTIONAL'],
          ['b', 'group', 'REQUIRED', ['c', 'BOOLEAN', 'REQUIRED']],
        ],
      ),
    ).toBe(
      "l:List(non-null Int32, field: 'element');N, " +
        'm:Map("key_value": non-null Struct("key": non-null Int64, "value": Float64), unsorted), ' +
        's:Struct("a": Int32, "b": non-null Struct("c": non-null Boolean));N',
    );
  });

  test('of the forms of old writers', () => {
    expect(typesOf(['r', 'INT32', 'REPEATED'])).toBe('r:List(non-null Int32)');
    expect(typesOf(['l', 'List', 'OPTIONAL', ['item', 'INT32', 'REPEATED']])).toBe('l:List(non-null Int32);N');
    expect(
      typesOf([
        'l',
        'List',
        'OPTIONAL',
        ['element', 'group', 'REPEATED', ['a', 'INT32', 'REQUIRED'], ['b', 'INT32', 'REQUIRED']],
      ]),
    ).toBe(`l:List(non-null Struct("a": non-null Int32, "b": non-null Int32), field: 'element');N`);
    expect(typesOf(['l', 'List', 'OPTIONAL', ['array', 'group', 'REPEATED', ['a', 'INT32', 'REQUIRED']]])).toBe(
      `l:List(non-null Struct("a": non-null Int32), field: 'array');N`,
    );
    expect(typesOf(['l', 'List', 'OPTIONAL', ['l_tuple', 'group', 'REPEATED', ['a', 'INT32', 'REQUIRED']]])).toBe(
      `l:List(non-null Struct("a": non-null Int32), field: 'l_tuple');N`,
    );
    // A map that lost its values, and keys that are said to be nullable.
    expect(typesOf(['m', 'Map', 'OPTIONAL', ['map', 'group', 'REPEATED', ['key', 'INT32', 'OPTIONAL']]])).toBe(
      "m:List(non-null Int32, field: 'key');N",
    );
    expect(
      typesOf([
        'm',
        'Map',
        'OPTIONAL',
        ['map', 'group', 'REPEATED', ['key', 'INT32', 'OPTIONAL'], ['value', 'INT32', 'OPTIONAL']],
      ]),
    ).toBe('m:Map("map": non-null Struct("key": non-null Int32, "value": Int32), unsorted);N');
  });

  test('know which columns of a row group are theirs', () => {
    const { columns } = parquetSchema(
      footerOf(
        [
          ...flatten(['a', 'INT32', 'REQUIRED']),
          ...flatten(['s', 'group', 'OPTIONAL', ['x', 'INT32', 'OPTIONAL'], ['y', 'INT32', 'OPTIONAL']]),
          ...flatten(['b', 'INT32', 'REQUIRED']),
        ],
        3,
      ),
    );
    expect(columns.map(({ firstLeaf, leafCount }) => [firstLeaf, leafCount])).toEqual([
      [0, 1],
      [1, 2],
      [3, 1],
    ]);
  });
});

describe('a schema that is no tree is refused', () => {
  test.each<[string, SchemaElement[], number]>([
    ['more children than elements', flatten(['a', 'INT32', 'REQUIRED']), 2],
    ['elements that nobody owns', [...flatten(['a', 'INT32', 'REQUIRED']), ...flatten(['b', 'INT32', 'REQUIRED'])], 1],
    ['a group without columns', [{ name: 'g', childCount: 0, repetition: 'REQUIRED' }], 1],
    ['a list without items', [{ name: 'l', childCount: 0, repetition: 'REQUIRED', logicalType: { kind: 'List' } }], 1],
    [
      'a list of two things',
      flatten(['l', 'List', 'OPTIONAL', ['a', 'INT32', 'REPEATED'], ['b', 'INT32', 'REPEATED']]),
      1,
    ],
    [
      'a map of three',
      flatten([
        'm',
        'Map',
        'OPTIONAL',
        ['kv', 'group', 'REPEATED', ['k', 'INT32', 'REQUIRED'], ['v', 'INT32', 'REQUIRED'], ['w', 'INT32', 'REQUIRED']],
      ]),
      1,
    ],
    [
      'endless groups',
      Array.from({ length: 200 }, () => ({ name: 'g', childCount: 1, repetition: 'REQUIRED' }) as const),
      1,
    ],
  ])('%s', (_name, elements, roots) => {
    expect(() => parquetSchema(footerOf(elements, roots))).toThrow(DecodeError);
  });
});
