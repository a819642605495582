import * as arrow from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { batchFromColumns, batchFromRows, columnFromValues } from './arrow-build.js';
import { batchRows, valueReader, vectorValues } from './arrow-read.js';
import * as t from './data-type.js';
import { field, schema } from './field.js';
import { formatDataType } from './format.js';
import type { Value } from './scalar-value.js';

const samples: readonly (readonly [t.DataType, readonly Value[]])[] = [
  [t.Null, [null, null, null]],
  [t.Boolean_, [true, null, false, true, true, false, false, true, null, true]],
  [t.Int8, [-128, null, 127]],
  [t.UInt8, [0, null, 255]],
  [t.Int16, [-32768, null, 32767]],
  [t.UInt16, [0, null, 65535]],
  [t.Int32, [-(2 ** 31), null, 2 ** 31 - 1]],
  [t.UInt32, [0, null, 2 ** 32 - 1]],
  [t.Int64, [-(2n ** 63n), null, 2n ** 63n - 1n]],
  [t.UInt64, [0n, null, 2n ** 64n - 1n]],
  [t.Float16, [1.5, null, -0]],
  [t.Float32, [Math.fround(0.1), null, Number.NaN, -0, Number.NEGATIVE_INFINITY]],
  [t.Float64, [0.1, null, Number.NaN, -0, Number.POSITIVE_INFINITY]],
  [t.Utf8, ['', null, 'Grüße', '🦆'.repeat(20)]],
  [t.LargeUtf8, ['a', null, '']],
  [t.Binary, [Uint8Array.of(0, 255), null, new Uint8Array(0)]],
  [t.LargeBinary, [Uint8Array.of(1), null, Uint8Array.of(2, 3)]],
  [t.fixedSizeBinary(2), [Uint8Array.of(1, 2), null, Uint8Array.of(3, 4)]],
  [t.Date32, [-719162, null, 20000]],
  [t.Date64, [-86400000n, null, 86400000n]],
  [t.time32('second'), [0, null, 86399]],
  [t.time64('nanosecond'), [0n, null, 86399999999999n]],
  [t.timestamp('nanosecond'), [-1n, null, 1700000000000000001n]],
  [t.timestamp('second', 'Europe/Paris'), [-1n, null, 1700000000n]],
  [t.duration('microsecond'), [-5n, null, 5n]],
  [t.interval('yearMonth'), [-13, null, 25]],
  [t.interval('dayTime'), [{ days: -1, milliseconds: 5 }, null, { days: 3, milliseconds: -7 }]],
  [
    t.interval('monthDayNano'),
    [{ months: -1, days: 2, nanos: -(2n ** 40n) }, null, { months: 1, days: -2, nanos: 2n ** 40n + 1n }],
  ],
  [t.decimal128(38, 2), [-(10n ** 37n), null, 10n ** 37n, -1n]],
  [t.decimal256(76, 2), [-(10n ** 75n), null, 10n ** 75n]],
  [t.list(t.Int32), [[1, null, 3], null, [], [4]]],
  [t.list(t.list(t.Utf8)), [[['a'], null, []], null, [['b', null]]]],
  [{ kind: 'LargeList', field: field('item', t.Int64) }, [[1n], null, []]],
  [{ kind: 'FixedSizeList', field: field('item', t.Int32), size: 2 }, [[1, 2], null, [3, null]]],
  [t.struct([field('a', t.Int32), field('b', t.Utf8)]), [[1, 'x'], null, [null, 'y']]],
  [
    t.map(t.Utf8, t.Int32),
    [
      [
        ['k', 1],
        ['l', null],
      ],
      null,
      [],
    ],
  ],
  [t.dictionary(t.Int32, t.Utf8), ['a', null, 'b', 'a']],
  [t.dictionary(t.UInt8, t.Int64), [5n, null, 5n, 6n]],
];

const overIpc = (batch: arrow.RecordBatch): arrow.RecordBatch =>
  arrow.tableFromIPC(arrow.tableToIPC(new arrow.Table([batch]), 'stream')).batches[0]!;

describe('values of every type', () => {
  test.each(samples.map(([type, values]) => [formatDataType(type), type, values] as const))(
    '%s survive a column',
    (_name, type, values) => {
      expect(vectorValues(new arrow.Vector([columnFromValues(type, values)]))).toEqual(values);
    },
  );

  test.each(samples.map(([type, values]) => [formatDataType(type), type, values] as const))(
    '%s survive a slice',
    (_name, type, values) => {
      const slice = columnFromValues(type, values).slice(1, values.length - 1);
      const read = valueReader(slice);
      expect(Array.from({ length: slice.length }, (_, row) => read(row))).toEqual(values.slice(1));
    },
  );

  test.each(samples.map(([type, values]) => [formatDataType(type), type, values] as const))(
    '%s survive Arrow IPC',
    (_name, type, values) => {
      const rows = values.map((value) => [value]);
      expect(batchRows(overIpc(batchFromRows(schema([field('c', type)]), rows)))).toEqual(rows);
    },
  );

  test.each(samples.map(([type]) => [formatDataType(type), type] as const))(
    '%s make an empty column',
    (_name, type) => {
      expect(vectorValues(new arrow.Vector([columnFromValues(type, [])]))).toEqual([]);
    },
  );
});

describe('a batch', () => {
  test('without columns keeps its rows', () => {
    const batch = batchFromRows(schema([]), [[], [], []]);
    expect(batch.numRows).toBe(3);
    expect(batchRows(batch)).toEqual([[], [], []]);
    expect(batchFromColumns(schema([]), [], 7).numRows).toBe(7);
  });

  test('may carry a column name twice', () => {
    const batch = batchFromRows(schema([field('a', t.Int32), field('a', t.Utf8)]), [[1, 'x']]);
    expect(batchRows(batch)).toEqual([[1, 'x']]);
  });

  test('refuses a row of another width', () => {
    expect(() => batchFromRows(schema([field('a', t.Int32)]), [[1], [1, 2]])).toThrow(
      'row 1 has 2 values for 1 columns',
    );
  });

  test('refuses NULL in a column that has none', () => {
    expect(() => batchFromRows(schema([field('a', t.Int32, false)]), [[1], [null]])).toThrow(
      'column a is not nullable, and row 1 is NULL',
    );
  });
});

describe('a value that does not fit', () => {
  test.each<readonly [t.DataType, Value, string]>([
    [t.Int8, 128, 'row 0: 128 does not fit a Int8 column'],
    [t.UInt32, -1, 'row 0: -1 does not fit'],
    [t.Int32, 1.5, 'row 0: 1.5 does not fit'],
    [t.Int32, Number.NaN, 'row 0: NaN does not fit'],
    [t.Int64, 2n ** 63n, 'does not fit'],
    [t.Int64, 1, 'is a number, expected a bigint'],
    [t.Utf8, 1, 'is a number, expected a string'],
    [t.Boolean_, 'true', 'is a string, expected a boolean'],
    [t.Binary, 'x', 'is a string, expected bytes'],
    [t.fixedSizeBinary(2), Uint8Array.of(1), 'has 1 bytes, expected 2'],
    [t.list(t.Int32), 1, 'is a number, expected an array'],
    [t.struct([field('a', t.Int32)]), [1, 2], 'has 2 items, expected 1'],
    [t.decimal128(10, 2), 2n ** 127n, 'does not fit'],
  ])('%j refuses %s', (type, value, message) => {
    expect(() => columnFromValues(type, [value])).toThrow(message);
  });
});
