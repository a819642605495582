import {
  batchFromRows,
  batchRows,
  columnFromValues,
  type DataType,
  decimal128,
  decimal256,
  dictionary,
  duration,
  Float16,
  Float32,
  Float64,
  field,
  fixedSizeBinary,
  formatDataType,
  Int8,
  Int64,
  interval,
  list,
  map,
  schema,
  struct,
  time32,
  time64,
  timestamp,
  UInt64,
  Utf8,
  type Value,
  vectorValues,
} from '@ballista-ts/core';
import { Vector } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { batchOf, randomBatch } from './batches.js';
import { randomValue } from './random-value.js';
import { seededRandom } from './seeded-random.js';

describe('a batch by columns', () => {
  test('is the batch by rows', () => {
    const batch = batchOf({ id: [Int64, [1n, 2n]], name: [Utf8, ['x', null]] });
    expect(batchRows(batch)).toEqual(
      batchRows(
        batchFromRows(schema([field('id', Int64), field('name', Utf8)]), [
          [1n, 'x'],
          [2n, null],
        ]),
      ),
    );
    expect(batch.schema.names).toEqual(['id', 'name']);
  });

  test('needs columns of one length', () => {
    expect(() => batchOf({ a: [Int64, [1n]], b: [Int64, []] })).toThrow('column b has 0 rows, a has 1');
  });

  test('may be empty', () => {
    expect(batchOf({}).numRows).toBe(0);
    expect(batchOf({ a: [Int64, []] }).numRows).toBe(0);
  });
});

const types: readonly DataType[] = [
  ...(
    [
      'Null',
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
    ] as const
  ).map((kind) => ({ kind })),
  ...(['Utf8', 'LargeUtf8', 'Binary', 'LargeBinary', 'Date32', 'Date64'] as const).map((kind) => ({ kind })),
  decimal128(5, 2),
  decimal128(38, 0),
  decimal256(76, 10),
  fixedSizeBinary(3),
  time32('second'),
  time32('millisecond'),
  time64('microsecond'),
  time64('nanosecond'),
  timestamp('second'),
  timestamp('nanosecond', 'UTC'),
  duration('millisecond'),
  interval('yearMonth'),
  interval('dayTime'),
  interval('monthDayNano'),
  list(list(Int64)),
  struct([field('a', Int64), field('b', Utf8)]),
  map(Utf8, Int64),
  dictionary(Int8, Utf8),
  { kind: 'FixedSizeList', field: field('item', Float64), size: 2 },
];

describe('random values', () => {
  test.each(types.map((type) => [formatDataType(type), type] as const))(
    'of %s fit their column and come back',
    (_name, type) => {
      const random = seededRandom(5);
      // A dictionary with 8-bit codes holds no more than 128 different values.
      const values = Array.from({ length: 100 }, () => randomValue(random, type));
      expect(vectorValues(new Vector([columnFromValues(type, values)]))).toEqual(values);
    },
  );

  const drawn = (type: DataType): Value[] => {
    const random = seededRandom(1);
    return Array.from({ length: 2000 }, () => randomValue(random, type));
  };
  const has = (values: readonly Value[], wanted: Value): boolean => values.some((value) => Object.is(value, wanted));

  test.each<readonly [DataType, readonly Value[]]>([
    [Int64, [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n]],
    [Int8, [-128, 127, 0]],
    [UInt64, [0n, 2n ** 64n - 1n, 2n ** 63n]],
    [Float64, [Number.NaN, -0, 0, Number.POSITIVE_INFINITY, Number.MAX_VALUE, Number.MIN_VALUE]],
    [Float32, [Number.NaN, -0]],
    [Float16, [65_504, -0]],
    [Utf8, ['', '🦆', '%']],
    [decimal128(38, 2), [10n ** 38n - 1n, -(10n ** 38n) + 1n, 0n]],
  ])('of %j hold what breaks things', (type, wanted) => {
    const values = drawn(type);
    for (const one of wanted) expect([one, has(values, one)]).toEqual([one, true]);
  });

  test('fill batches with NULLs in nullable columns only, and repeat keys when asked', () => {
    const of = schema([field('k', Int64, false), field('v', Int64)]);
    const rows = batchRows(randomBatch(seededRandom(2), of, 500, { nullRate: 0.5, distinct: 3 }));
    expect(rows.length).toBe(500);
    expect(rows.some(([key]) => key === null)).toBe(false);
    expect(rows.filter(([, value]) => value === null).length).toBeGreaterThan(150);
    expect(new Set(rows.map(([key]) => key)).size).toBeLessThanOrEqual(3);
    expect(rows).toEqual(batchRows(randomBatch(seededRandom(2), of, 500, { nullRate: 0.5, distinct: 3 })));
  });
});
