import { readFileSync } from 'node:fs';
import { type Field, formatDataType, known, type Schema, type Value } from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalObjectStore } from '../../object-store/local-object-store.js';
import { ParquetMetadataCache } from './metadata-cache.js';
import { parquetFileStatistics } from './parquet-statistics.js';

const id = new Uint8Array(16);
id[15] = 1;

/** Columns of all types, with the values of one file in DuckDB's words and the bounds we should see. */
const columns: readonly (readonly [
  name: string,
  type: string,
  values: readonly string[],
  ours: string,
  min: Value | undefined,
  max: Value | undefined,
])[] = [
  ['bool', 'BOOLEAN', ['true', 'false'], 'Boolean', false, true],
  ['i8', 'TINYINT', ['-128', '127'], 'Int8', -128, 127],
  ['i16', 'SMALLINT', ['-32768', '32767'], 'Int16', -32768, 32767],
  ['i32', 'INTEGER', ['-2147483648', '2147483647'], 'Int32', -2147483648, 2147483647],
  ['i64', 'BIGINT', ['-9223372036854775808', '9223372036854775807'], 'Int64', -(2n ** 63n), 2n ** 63n - 1n],
  ['u8', 'UTINYINT', ['1', '255'], 'UInt8', 1, 255],
  ['u16', 'USMALLINT', ['1', '65535'], 'UInt16', 1, 65535],
  ['u32', 'UINTEGER', ['1', '4294967295'], 'UInt32', 1, 4294967295],
  ['u64', 'UBIGINT', ['1', '18446744073709551615'], 'UInt64', 1n, 2n ** 64n - 1n],
  ['f32', 'FLOAT', ['-1.5', '2.25'], 'Float32', -1.5, 2.25],
  ['f64', 'DOUBLE', ['-1e300', '0.1'], 'Float64', -1e300, 0.1],
  ['d4', 'DECIMAL(4,1)', ['-999.9', '12.3'], 'Decimal128(4, 1)', -9999n, 123n],
  ['d9', 'DECIMAL(9,2)', ['-1234567.89', '0.01'], 'Decimal128(9, 2)', -123456789n, 1n],
  ['d15', 'DECIMAL(15,2)', ['9999999999999.99', '1.10'], 'Decimal128(15, 2)', 110n, 999999999999999n],
  [
    'd18',
    'DECIMAL(18,0)',
    ['-999999999999999999', '999999999999999999'],
    'Decimal128(18, 0)',
    -(10n ** 18n - 1n),
    10n ** 18n - 1n,
  ],
  [
    'd38',
    'DECIMAL(38,10)',
    ['-1234567890123456789012345678.0123456789', '0.5'],
    'Decimal128(38, 10)',
    -12345678901234567890123456780123456789n,
    5000000000n,
  ],
  ['date', 'DATE', ["'1969-12-31'", "'2024-02-29'"], 'Date32', -1, 19782],
  ['time', 'TIME', ["'00:00:01'", "'23:59:59.999999'"], 'Time64(µs)', 1_000_000n, 86_399_999_999n],
  ['ts_ms', 'TIMESTAMP_MS', ["'1960-01-01'", "'2024-01-01'"], 'Timestamp(ms)', -315_619_200_000n, 1_704_067_200_000n],
  [
    'ts_us',
    'TIMESTAMP',
    ["'1960-01-01 00:00:00.000001'", "'2024-01-01'"],
    'Timestamp(µs)',
    -315_619_199_999_999n,
    1_704_067_200_000_000n,
  ],
  [
    'ts_ns',
    'TIMESTAMP_NS',
    ["'2024-01-01 00:00:00.123456789'", "'2024-01-02'"],
    'Timestamp(ns)',
    1_704_067_200_123_456_789n,
    1_704_153_600_000_000_000n,
  ],
  [
    'ts_tz',
    'TIMESTAMPTZ',
    ["'2024-01-01 01:00:00+01'", "'2024-01-02 00:00:00+00'"],
    'Timestamp(µs, "UTC")',
    1_704_067_200_000_000n,
    1_704_153_600_000_000n,
  ],
  ['text', 'VARCHAR', ["''", "'😀'", "'zz'", "'\uffee'"], 'Utf8', '', '😀'],
  ['blob', 'BLOB', ["'\\xFF'::BLOB", "'a'::BLOB"], 'Binary', new Uint8Array([97]), new Uint8Array([255])],
  ['uuid', 'UUID', ["'00000000-0000-0000-0000-000000000001'"], 'FixedSizeBinary(16)', id, id],
  ['span', 'INTERVAL', ["INTERVAL '1' DAY"], 'Interval(DayTime)', undefined, undefined],
  ['list', 'INTEGER[]', ['[1, 2]', '[]'], "List(Int32, field: 'element')", undefined, undefined],
  [
    'nested',
    'INTEGER[][]',
    ['[[1], NULL]'],
    "List(List(Int32, field: 'element'), field: 'element')",
    undefined,
    undefined,
  ],
  [
    'struct',
    'STRUCT(a INTEGER, b VARCHAR)',
    ["{'a': 1, 'b': 'x'}"],
    'Struct("a": Int32, "b": Utf8)',
    undefined,
    undefined,
  ],
  [
    'map',
    'MAP(VARCHAR, BIGINT)',
    ["MAP {'k': 1}"],
    'Map("key_value": non-null Struct("key": non-null Utf8, "value": Int64), unsorted)',
    undefined,
    undefined,
  ],
];

let directory: TempDirectory;
let duckdb: DuckDBConnection;
const store = createLocalObjectStore();
const cache = new ParquetMetadataCache();

beforeAll(async () => {
  directory = await tempDirectory('parquet');
  duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await duckdb.run("set timezone = 'UTC'");
});
afterAll(async () => {
  duckdb.closeSync();
  await directory.close();
});

const load = async (file: string) => {
  const meta = await store.head(file.slice(1));
  return await cache.get(store, 'file:///', meta);
};
const statisticsOf = async (file: string, table?: Schema) => {
  const metadata = await load(file);
  return parquetFileStatistics(metadata.footer, metadata, table ?? metadata.schema);
};

describe('a file with columns of every type', () => {
  const file = () => directory.join('types.parquet');

  beforeAll(async () => {
    await duckdb.run(`create table t (${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`);
    const rowCount = Math.max(...columns.map(([, , values]) => values.length));
    for (let row = 0; row < rowCount; row += 1) {
      await duckdb.run(`insert into t values (${columns.map(([, , values]) => values[row] ?? 'NULL').join(', ')})`);
    }
    await duckdb.run(`copy t to '${file()}' (format parquet, row_group_size 2048)`);
  });

  test('has the types we say', async () => {
    const { schema } = await load(file());
    expect(schema.fields.map(({ name, type }) => [name, formatDataType(type)])).toEqual(
      columns.map(([name, , , ours]) => [name, ours]),
    );
    expect(schema.fields.every(({ nullable }) => nullable)).toBe(true);
  });

  test('has exact bounds and counts of nulls', async () => {
    const statistics = await statisticsOf(file());
    expect(statistics.numRows).toEqual({ kind: 'exact', value: 4 });
    const exactly = (value: Value | undefined) => (value === undefined ? { kind: 'absent' } : { kind: 'exact', value });
    for (const [index, [name, , values, , min, max]] of columns.entries()) {
      const found = statistics.columns[index]!;
      if (name === 'blob' || name === 'text' || name.startsWith('f')) {
        // Bounds of strings may be cut, those of floats do not know NaN: estimates, even if these are right.
        expect([known(found.min), known(found.max)], name).toEqual([min, max]);
        if (name.startsWith('f')) expect([found.min.kind, found.max.kind], name).toEqual(['inexact', 'inexact']);
      } else {
        expect([found.min, found.max], name).toEqual([exactly(min), exactly(max)]);
      }
      if (found.nullCount.kind !== 'absent')
        expect(found.nullCount, name).toEqual({ kind: 'exact', value: 4 - values.length });
    }
    const known_ = statistics.columns.filter(({ nullCount }) => nullCount.kind === 'exact');
    expect(known_.length).toBeGreaterThanOrEqual(24);
  });

  test('has the footer that another reader sees', async () => {
    const { footer } = await load(file());
    const other = parquetMetadata(new Uint8Array(readFileSync(file())));
    expect(footer.rowCount).toBe(Number(other.num_rows));
    expect(footer.createdBy).toBe(other.created_by);
    expect(footer.elements.map(({ name, childCount, physicalType }) => [name, childCount, physicalType])).toEqual(
      other.schema.map(({ name, num_children, type }) => [name, num_children ?? 0, type]),
    );
    for (const [index, group] of footer.rowGroups.entries()) {
      expect(
        group.columns.map((one) => [
          one.path,
          one.codec,
          one.compressedSize,
          one.dataPageOffset,
          one.dictionaryPageOffset,
        ]),
      ).toEqual(
        other.row_groups[index]!.columns.map(({ meta_data: data }) => [
          data!.path_in_schema,
          data!.codec,
          Number(data!.total_compressed_size),
          Number(data!.data_page_offset),
          data!.dictionary_page_offset === undefined ? undefined : Number(data!.dictionary_page_offset),
        ]),
      );
    }
  });
});

describe('statistics', () => {
  const write = async (name: string, query: string, options = '') => {
    const file = directory.join(name);
    await duckdb.run(`copy (${query}) to '${file}' (format parquet${options})`);
    return file;
  };

  test('are merged over row groups', async () => {
    const file = await write(
      'groups.parquet',
      'select (i * 7919) % 10007 as k, case when i % 3 = 0 then null else (i - 5000)::decimal(15,2) end as d from range(10000) r(i)',
      ', row_group_size 2048',
    );
    const { footer } = await load(file);
    expect(footer.rowGroups.length).toBeGreaterThan(3);
    expect(footer.rowGroups.map(({ start }) => start)).toEqual(
      [...footer.rowGroups.map(({ start }) => start)].sort((a, b) => a - b),
    );
    const [expected] = (
      await duckdb.runAndReadAll(
        `select min(k), max(k), (min(d) * 100)::bigint, (max(d) * 100)::bigint, count(*) - count(d) from '${file}'`,
      )
    ).getRows();
    const { numRows, columns: found } = await statisticsOf(file);
    expect(numRows).toEqual({ kind: 'exact', value: 10_000 });
    expect([known(found[0]!.min), known(found[0]!.max), known(found[1]!.min), known(found[1]!.max)]).toEqual(
      expected!.slice(0, 4),
    );
    expect(found[1]!.nullCount).toEqual({ kind: 'exact', value: Number(expected![4]) });
    expect(found[0]!.min.kind).toBe('exact');
  });

  test('of NaN and negative zero stay estimates', async () => {
    const file = await write(
      'nan.parquet',
      "select * from (values ('nan'::double), (-0.0::double), (1.0::double)) t(x)",
    );
    const [x] = (await statisticsOf(file)).columns;
    expect(x!.min.kind).not.toBe('exact');
    expect(x!.max.kind).not.toBe('exact');
  });

  test('of an empty file are exact zeros', async () => {
    const file = await write('empty.parquet', 'select 1::integer as a where false');
    const found = await statisticsOf(file);
    expect(found.numRows).toEqual({ kind: 'exact', value: 0 });
    expect(found.columns).toHaveLength(1);
  });

  test('follow the columns of the table: others, in another order, of another type', async () => {
    const file = await write('part.parquet', 'select 5::bigint as b, 7::integer as a');
    const { schema } = await load(file);
    const [b, a] = schema.fields as [Field, Field];
    const table: Schema = { fields: [a, { ...b, type: a.type }, { name: 'missing', type: a.type, nullable: true }] };
    const found = (await statisticsOf(file, table)).columns;
    expect(found.map(({ min, nullCount }) => [min, nullCount])).toEqual([
      [
        { kind: 'exact', value: 7 },
        { kind: 'exact', value: 0 },
      ],
      [{ kind: 'absent' }, { kind: 'exact', value: 0 }],
      [{ kind: 'absent' }, { kind: 'exact', value: 1 }],
    ]);
  });
});
