import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import {
  batchFromRows,
  Date32,
  ExecutionError,
  exact,
  field,
  formatSchema,
  Int32,
  Int64,
  type ListingTableSource,
  NotFoundError,
  NotYetSupportedError,
  PlanError,
  type Schema,
  schema,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFileMetadataCaches } from '../formats/file-format-reader.js';
import { encodeParquet } from '../formats/parquet/encode-parquet.js';
import { createLocalObjectStore } from '../object-store/local-object-store.js';
import { createObjectStoreRegistry } from '../object-store/object-store-registry.js';
import type { ListingContext } from './listing-context.js';
import { createListingTable, type ListingTableOptions } from './listing-table.js';
import { resolveListingSource } from './resolve-listing.js';

let directory: TempDirectory;
let context: ListingContext;
let run = 0;
let root: string;

beforeAll(async () => {
  directory = await tempDirectory('listing');
});
afterAll(async () => await directory.close());
beforeEach(() => {
  run += 1;
  root = directory.join(`run-${run}`);
  context = { stores: createObjectStoreRegistry(), caches: createFileMetadataCaches() };
});

const ids = schema([field('id', Int64, false), field('name', Utf8)]);

async function write(path: string, rows: readonly (readonly Value[])[], columns: Schema = ids): Promise<void> {
  const batches = rows.length === 0 ? [] : [batchFromRows(columns, rows)];
  await createLocalObjectStore({ root }).put(path, encodeParquet(columns, batches, { rowGroupRows: 2 }));
}
const create = (locations: string | string[], options: Omit<ListingTableOptions, 'locations'> = {}) =>
  createListingTable(context, { locations, ...options });
const filesOf = (source: ListingTableSource) => source.resolved!.files.map(({ path }) => path.slice(root.length));

describe('a file', () => {
  test('is a table of its columns, with exact statistics', async () => {
    await write('x.parquet', [
      [3n, 'c'],
      [1n, null],
      [2n, 'b'],
    ]);
    const table = await create(`${root}/x.parquet`, { definition: 'create ...' });
    expect(formatSchema(table.schema)).toBe('id:Int64, name:Utf8;N');
    expect([table.tableType, table.definition]).toEqual(['BASE TABLE', 'create ...']);
    const source = await table.resolve();
    expect(source.paths).toEqual([`file://${root}/x.parquet`]);
    const { files, statistics, objectStoreUrl } = source.resolved!;
    expect(objectStoreUrl).toBe('file:///');
    expect(statistics.numRows).toEqual(exact(3));
    expect(statistics.columns.map(({ min, max, nullCount }) => [min, max, nullCount])).toEqual([
      [exact(1n), exact(3n), exact(0)],
      [exact('b'), exact('c'), exact(1)],
    ]);
    expect(files).toHaveLength(1);
    expect(files[0]).toMatchObject({
      path: `${root}/x.parquet`.slice(1),
      partitionValues: [],
      statistics: { numRows: exact(3) },
    });
    expect(files[0]!.size).toBeGreaterThan(100);
    expect(files[0]!.splitOffsets).toHaveLength(2);
    expect(files[0]!.lastModifiedNs).toBeGreaterThan(1_700_000_000_000_000_000n);
  });

  test('may have any name when it is named', async () => {
    await write('x.data', [[1n, 'a']]);
    expect((await create(`${root}/x.data`)).schema.fields).toHaveLength(2);
  });

  test('is named when it is not there, truncated or empty', async () => {
    await expect(create(`${root}/nothing.parquet`)).rejects.toThrow(NotFoundError);
    await expect(create(`${root}/nothing.parquet`)).rejects.toThrow(
      `there is nothing at file://${root}/nothing.parquet`,
    );
    await write('x.parquet', [[1n, 'a']]);
    truncateSync(`${root}/x.parquet`, 200);
    await expect(create(`${root}/x.parquet`)).rejects.toThrow(ExecutionError);
    await expect(create(`${root}/x.parquet`)).rejects.toThrow(
      `cannot read Parquet file file://${root}/x.parquet: it does not end`,
    );
    writeFileSync(`${root}/x.parquet`, '');
    await expect(create(`${root}/x.parquet`)).rejects.toThrow('the file is empty');
  });
});

describe('a directory', () => {
  test('is all files with the extension, but not hidden ones, nor nested directories', async () => {
    for (const path of [
      'b.parquet',
      'a.parquet',
      '.hidden.parquet',
      '_log.parquet',
      'sub/c.parquet',
      '_tmp/d.parquet',
      'x.txt',
    ]) {
      await write(`t/${path}`, [[1n, path]]);
    }
    expect(filesOf(await (await create(`${root}/t`)).resolve())).toEqual(['t/a.parquet', 't/b.parquet']);
    expect(filesOf(await (await create(`${root}/t/`, { ignoreSubdirectory: false })).resolve())).toHaveLength(3);
    expect(filesOf(await (await create(`${root}/t/`, { fileExtension: '.txt' })).resolve())).toEqual(['t/x.txt']);
  });

  test('is listed anew by every query, and sees new files, gone files and changed files', async () => {
    await write('t/a.parquet', [[1n, 'a']]);
    const table = await create(`${root}/t/`);
    expect((await table.resolve()).resolved!.statistics.numRows).toEqual(exact(1));
    await write('t/b.parquet', [[2n, 'b']]);
    expect((await table.resolve()).resolved!.statistics.numRows).toEqual(exact(2));
    await write('t/b.parquet', [
      [2n, 'b'],
      [3n, 'a longer text, so that the size changes'],
    ]);
    expect((await table.resolve()).resolved!.statistics.numRows).toEqual(exact(3));
    rmSync(`${root}/t/a.parquet`);
    expect((await table.resolve()).resolved!.statistics.numRows).toEqual(exact(2));
  });

  test('without files has columns only when they are declared', async () => {
    await write('t/readme.txt', [[1n, 'a']]);
    await expect(create(`${root}/t/`)).rejects.toThrow(PlanError);
    await expect(create(`${root}/t/`)).rejects.toThrow('no file ending in .parquet');
    const { resolved } = await (await create(`${root}/t/`, { schema: ids })).resolve();
    expect([resolved!.files, resolved!.statistics.numRows]).toEqual([[], exact(0)]);
  });

  test('puts the columns of its files together by name', async () => {
    const others = schema([field('extra', Date32, false), field('id', Int64)]);
    await write('t/a.parquet', [[5n, 'a']]);
    await write('t/b.parquet', [[1, null]], others);
    const table = await create(`${root}/t/`);
    expect(formatSchema(table.schema)).toBe('id:Int64;N, name:Utf8;N, extra:Date32;N');
    const { statistics } = (await table.resolve()).resolved!;
    expect(statistics.columns.map(({ min, nullCount }) => [min, nullCount])).toEqual([
      [exact(5n), exact(1)],
      [exact('a'), exact(1)],
      [exact(1), exact(1)],
    ]);
  });

  test('whose files contradict each other is refused, naming both', async () => {
    await write('t/a.parquet', [[1n, 'a']]);
    await write('t/b.parquet', [[1, 'a']], schema([field('id', Int32), field('name', Utf8)]));
    await expect(create(`${root}/t/`)).rejects.toThrow(
      `column id has the type Int64 in file://${root}/t/a.parquet, but Int32 in file://${root}/t/b.parquet`,
    );
    const declared = await create(`${root}/t/`, { schema: ids });
    const { statistics } = (await declared.resolve()).resolved!;
    // Nothing is said about values that are going to be converted.
    expect(statistics.columns[0]!.min).toEqual({ kind: 'absent' });
    expect(statistics.numRows).toEqual(exact(2));
  });
});

describe('hive partitions', () => {
  beforeEach(async () => {
    await write('t/year=2024/kind=a%2Fb/x.parquet', [[1n, 'x']]);
    await write('t/year=2025/kind=__HIVE_DEFAULT_PARTITION__/y.parquet', [
      [2n, 'y'],
      [3n, 'y'],
    ]);
  });

  test('are found in the directories, as text, with their values decoded', async () => {
    const table = await create(`${root}/t/`);
    expect(formatSchema(table.schema)).toBe('id:Int64, name:Utf8;N, year:Utf8;N, kind:Utf8;N');
    const { files, statistics } = (await table.resolve()).resolved!;
    expect(files.map(({ partitionValues }) => partitionValues.map(({ value }) => value))).toEqual([
      ['2024', 'a/b'],
      ['2025', null],
    ]);
    expect(statistics.columns.slice(2).map(({ min, max, nullCount }) => [min, max, nullCount])).toEqual([
      [exact('2024'), exact('2025'), exact(0)],
      [exact('a/b'), exact('a/b'), exact(2)],
    ]);
  });

  test('have the types that are declared, with or without columns', async () => {
    const typed = await create(`${root}/t/`, { partitionColumns: [field('year', Int32), 'kind'] });
    expect(formatSchema(typed.schema)).toBe('id:Int64, name:Utf8;N, year:Int32;N, kind:Utf8;N');
    expect((await typed.resolve()).resolved!.statistics.columns[2]!.max).toEqual(exact(2025));
    const declared = await create(`${root}/t/`, {
      schema: schema([field('year', Int64), field('id', Int64)]),
      partitionColumns: ['year'],
    });
    expect(formatSchema(declared.schema)).toBe('id:Int64;N, year:Int64;N');
  });

  test('that are declared but not there, or not of the type, are refused with the file', async () => {
    const missing = await create(`${root}/t/`, { partitionColumns: ['month'] });
    await expect(missing.resolve()).rejects.toThrow(/x\.parquet: no directory month=\.\.\. in the path/);
    const wrong = await create(`${root}/t/`, { partitionColumns: [field('kind', Int32)] });
    await expect(wrong.resolve()).rejects.toThrow(
      /partition column kind of .*x\.parquet: "a\/b" is not a value of type Int32/,
    );
  });

  test('that differ between files are refused', async () => {
    await write('t/year=2026/z.parquet', [[1n, 'z']]);
    await expect(create(`${root}/t/`)).rejects.toThrow(
      /different partition columns: .*x\.parquet has year, kind, but .*z\.parquet has year/,
    );
  });

  test('are ignored when that is asked for', async () => {
    const table = await create(`${root}/t/`, { inferPartitions: false });
    expect(formatSchema(table.schema)).toBe('id:Int64, name:Utf8;N');
    expect((await table.resolve()).resolved!.files).toHaveLength(2);
  });

  test('win over a column of the same name in the files', async () => {
    await write('u/name=dir/x.parquet', [[1n, 'file']]);
    const table = await create(`${root}/u/`);
    expect(formatSchema(table.schema)).toBe('id:Int64, name:Utf8;N');
    expect(table.source.fileSchema.fields.map(({ name }) => name)).toEqual(['id']);
  });
});

describe('locations', () => {
  test('may be globs, over files and directories', async () => {
    for (const path of [
      '2023/a.parquet',
      '2024-01/a.parquet',
      '2024-02/b.parquet',
      '2024-02/c.txt',
      '2024-02/d/e.parquet',
    ]) {
      await write(path, [[1n, 'a']]);
    }
    expect(filesOf(await (await create(`${root}/2024-*`)).resolve())).toEqual([
      '2024-01/a.parquet',
      '2024-02/b.parquet',
    ]);
    expect(filesOf(await (await create(`${root}/*/[ab].parquet`)).resolve())).toEqual([
      '2023/a.parquet',
      '2024-01/a.parquet',
      '2024-02/b.parquet',
    ]);
    expect(filesOf(await (await create(`${root}/**/*.parquet`)).resolve())).toHaveLength(4);
    expect(filesOf(await (await create(`${root}/2024-02/*.txt`)).resolve())).toEqual(['2024-02/c.txt']);
    await expect(create(`${root}/1999-*`)).rejects.toThrow('no file ending in .parquet');
    await expect(create(`${root}/nowhere/*`)).rejects.toThrow(NotFoundError);
  });

  test('may be several, and a file that two of them name comes once', async () => {
    await write('a.parquet', [[1n, 'a']]);
    await write('d/b.parquet', [[2n, 'b']]);
    const table = await create([`${root}/d/`, `${root}/a.parquet`, `file://${root}/*.parquet`]);
    expect(filesOf(await table.resolve())).toEqual(['d/b.parquet', 'a.parquet']);
  });

  test('are in one store that we have', async () => {
    await expect(create('s3://bucket/t/')).rejects.toThrow(NotYetSupportedError);
    await expect(create('https://host/x.parquet')).rejects.toThrow('object store https is not supported yet');
    await expect(create([`${root}/`, 's3://bucket/t/'])).rejects.toThrow(
      /must be in one object store; file:\/\/\/ and s3:\/\/bucket\/ are two/,
    );
    await expect(create([])).rejects.toThrow(PlanError);
  });
});

test.each(['csv', 'json', 'arrow', 'avro'] as const)('the format %s is named as not yet there', async (format) => {
  await expect(create(`${root}/x`, { format })).rejects.toThrow(NotYetSupportedError);
  await expect(create(`${root}/x`, { format })).rejects.toThrow(
    new RegExp(`reading ${format} files is not supported yet`, 'i'),
  );
});

test('a source that came over the wire without files is resolved in another process', async () => {
  await write('t/a.parquet', [[1n, 'a']]);
  const { source } = await create(`${root}/t/`);
  expect(source.resolved).toBeUndefined();
  const elsewhere = { stores: createObjectStoreRegistry(), caches: createFileMetadataCaches() };
  const { resolved } = await resolveListingSource(structuredClone(source), elsewhere);
  expect(resolved!.statistics.numRows).toEqual(exact(1));
  const quick = await resolveListingSource(source, elsewhere, { collectStatistics: false });
  expect(quick.resolved!.files[0]!.statistics).toBeUndefined();
  expect(quick.resolved!.statistics.numRows).toEqual({ kind: 'absent' });
});

test('resolving stops when it is aborted', async () => {
  await write('t/a.parquet', [[1n, 'a']]);
  const table = await create(`${root}/t/`);
  await expect(table.resolve({ signal: AbortSignal.abort() })).rejects.toThrow('reading was cancelled');
});
