import {
  Boolean_,
  batchFromRows,
  CancelledError,
  Date32,
  decimal128,
  duration,
  Float64,
  field,
  formatSchema,
  Int32,
  Int64,
  LargeUtf8,
  list,
  type Schema,
  schema,
  timestamp,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalObjectStore } from '../../object-store/local-object-store.js';
import { type EncodeParquetOptions, encodeParquet } from './encode-parquet.js';
import { ParquetMetadataCache } from './metadata-cache.js';
import { parquetFileStatistics } from './parquet-statistics.js';

let directory: TempDirectory;
let duckdb: DuckDBConnection;

beforeAll(async () => {
  directory = await tempDirectory('encode');
  duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(async () => {
  duckdb.closeSync();
  await directory.close();
});

let files = 0;
async function write(
  columns: Schema,
  rows: readonly (readonly Value[])[],
  options?: EncodeParquetOptions,
  batchRows = 7,
) {
  const store = createLocalObjectStore({ root: directory.path });
  const batches = function* () {
    for (let at = 0; at < rows.length; at += batchRows) yield batchFromRows(columns, rows.slice(at, at + batchRows));
  };
  files += 1;
  const file = await store.put(`${files}.parquet`, encodeParquet(columns, batches(), options));
  return { path: directory.join(file.path), metadata: await new ParquetMetadataCache().get(store, 'file:///', file) };
}
const rowsOf = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowsJson();

const columns = schema([
  field('k', Int64, false),
  field('small', decimal128(9, 2)),
  field('medium', decimal128(15, 2)),
  field('large', decimal128(38, 10)),
  field('day', Date32),
  field('instant', timestamp('microsecond', 'Europe/Berlin')),
  field('text', Utf8),
  field('flag', Boolean_),
  field('real', Float64),
  field('items', list(Int32)),
]);
const rows: readonly (readonly Value[])[] = [
  [1n, -5n, 999_999_999_999_999n, -(10n ** 38n - 1n), -1, 1_704_067_200_000_001n, 'ä', true, 0.1, [1, null]],
  [2n, null, null, null, null, null, null, null, null, null],
  [3n, 12n, -1n, 10n ** 38n - 1n, 19782, 0n, '', false, -1e300, []],
];

test('another engine reads every type and value as it was', async () => {
  const { path } = await write(columns, rows);
  expect(await rowsOf(`select column_type from (describe select * from '${path}')`)).toEqual(
    [
      'BIGINT',
      'DECIMAL(9,2)',
      'DECIMAL(15,2)',
      'DECIMAL(38,10)',
      'DATE',
      'TIMESTAMP WITH TIME ZONE',
      'VARCHAR',
      'BOOLEAN',
      'DOUBLE',
      'INTEGER[]',
    ].map((type) => [type]),
  );
  expect(await rowsOf(`select * replace (epoch_us(instant) as instant) from '${path}' order by k`)).toEqual([
    [
      '1',
      '-0.05',
      '9999999999999.99',
      '-9999999999999999999999999999.9999999999',
      '1969-12-31',
      '1704067200000001',
      'ä',
      true,
      0.1,
      [1, null],
    ],
    ['2', null, null, null, null, null, null, null, null, null],
    ['3', '0.12', '-0.01', '9999999999999999999999999999.9999999999', '2024-02-29', '0', '', false, -1e300, []],
  ]);
  expect(
    await rowsOf(`select name, type from parquet_schema('${path}') where name in ('small', 'medium', 'large')`),
  ).toEqual([
    ['small', 'INT32'],
    ['medium', 'INT64'],
    ['large', 'FIXED_LEN_BYTE_ARRAY'],
  ]);
});

test('our own footer reader sees the schema that was written, and exact bounds', async () => {
  const { metadata } = await write(columns, rows);
  expect(formatSchema(metadata.schema)).toBe(formatSchema(columns));
  const [, small, medium, large, day, at, text] = parquetFileStatistics(
    metadata.footer,
    metadata,
    metadata.schema,
  ).columns;
  expect([small!.min, small!.max, small!.nullCount]).toEqual([-5n, 12n, 1].map((value) => ({ kind: 'exact', value })));
  expect([medium!.min, medium!.max]).toEqual([-1n, 999_999_999_999_999n].map((value) => ({ kind: 'exact', value })));
  expect([large!.min, large!.max]).toEqual(
    [-(10n ** 38n - 1n), 10n ** 38n - 1n].map((value) => ({ kind: 'exact', value })),
  );
  expect([day!.min, day!.max]).toEqual([-1, 19782].map((value) => ({ kind: 'exact', value })));
  expect([at!.min, at!.max]).toEqual([0n, 1_704_067_200_000_001n].map((value) => ({ kind: 'exact', value })));
  expect([text!.min, text!.max]).toEqual(['', 'ä'].map((value) => ({ kind: 'exact', value })));
});

test('what Parquet cannot say comes back from the Arrow schema beside it', async () => {
  const special = schema([
    field('d', duration('millisecond')),
    field('t', LargeUtf8),
    field('z', timestamp('nanosecond', '+02:00')),
  ]);
  const { metadata } = await write(special, [[1n, 'x', 5n]]);
  expect(formatSchema(metadata.schema)).toBe(formatSchema(special));
});

describe('row groups', () => {
  const numbers = schema([field('i', Int32, false)]);
  const many = Array.from({ length: 2500 }, (_one, i) => [i] as const);

  test('have the number of rows asked for, whatever the batches', async () => {
    for (const batchRows of [1, 300, 2500]) {
      const { metadata, path } = await write(numbers, many, { rowGroupRows: 1000 }, batchRows);
      expect(metadata.footer.rowGroups.map(({ rowCount }) => rowCount)).toEqual([1000, 1000, 500]);
      expect(await rowsOf(`select count(*), sum(i), min(i), max(i) from '${path}'`)).toEqual([
        ['2500', '3123750', 0, 2499],
      ]);
    }
  });

  test.each(['none', 'snappy', 'zstd', 'lz4'] as const)('are compressed with %s', async (compression) => {
    const { path, metadata } = await write(numbers, many, { compression, createdBy: 'me 1.0' });
    const codecs = { none: 'UNCOMPRESSED', snappy: 'SNAPPY', zstd: 'ZSTD', lz4: 'LZ4_RAW' };
    expect(metadata.footer.rowGroups[0]!.columns[0]!.codec).toBe(codecs[compression]);
    expect(metadata.footer.createdBy).toBe('me 1.0');
    expect(await rowsOf(`select sum(i) from '${path}'`)).toEqual([['3123750']]);
  });
});

test('no rows make a file with columns and no rows', async () => {
  const { path, metadata } = await write(columns, []);
  expect(metadata.footer.rowCount).toBe(0);
  expect(formatSchema(metadata.schema)).toBe(formatSchema(columns));
  expect(await rowsOf(`select count(*) from '${path}'`)).toEqual([['0']]);
});

describe('a failure', () => {
  const numbers = schema([field('i', Int32, false)]);
  const batch = () =>
    batchFromRows(
      numbers,
      Array.from({ length: 1000 }, (_one, i) => [i]),
    );
  const drain = async (chunks: AsyncIterable<Uint8Array>) => {
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.length;
    return bytes;
  };

  test.each([0, 1, 5])(
    'of the source after %d batches comes out as it is, and the source is told to stop',
    async (after) => {
      let closed = false;
      const source = (function* () {
        try {
          for (let i = 0; i < after; i += 1) yield batch();
          throw new RangeError('source broke');
        } finally {
          closed = true;
        }
      })();
      await expect(drain(encodeParquet(numbers, source, { rowGroupRows: 1000 }))).rejects.toThrow(RangeError);
      expect(closed).toBe(true);
    },
  );

  test('to want more ends the source', async () => {
    let given = 0;
    let closed = false;
    const source = (function* () {
      try {
        for (;;) {
          given += 1;
          yield batch();
        }
      } finally {
        closed = true;
      }
    })();
    for await (const _chunk of encodeParquet(numbers, source, { rowGroupRows: 1000, compression: 'none' })) break;
    expect(closed).toBe(true);
    expect(given).toBeLessThan(2000);
  });

  test('by abort is a cancellation', async () => {
    const abort = new AbortController();
    const source = (function* () {
      for (let i = 0; i < 10; i += 1) {
        if (i === 3) abort.abort();
        yield batch();
      }
    })();
    await expect(drain(encodeParquet(numbers, source, { signal: abort.signal }))).rejects.toThrow(CancelledError);
  });

  test('leaves the encoder in order for the next file', async () => {
    expect(await drain(encodeParquet(numbers, [batch()]))).toBeGreaterThan(100);
  });
});
