import { open, readFile, stat } from 'node:fs/promises';
import {
  Boolean_,
  batchFromRows,
  Date32,
  decimal128,
  type FileScanExec,
  Float64,
  field,
  Int32,
  Int64,
  list,
  type Schema,
  schema,
  timestamp,
  Utf8,
  unknownStatistics,
  type Value,
} from '@ballista-ts/core';
import { encodeParquet } from '@ballista-ts/datasource';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOfPlan } from '../../testing/plans.js';

const columns = schema([
  field('id', Int64, false),
  field('price', decimal128(15, 2)),
  field('day', Date32),
  field('note', Utf8),
  field('ok', Boolean_),
  field('x', Float64),
  field('at', timestamp('microsecond', 'UTC')),
  field('tags', list(Utf8)),
]);
const rows: Value[][] = Array.from({ length: 1000 }, (_v, index): Value[] => [
  BigInt(index) - 9007199254740993n,
  index % 7 === 0 ? null : BigInt(index * 101 - 5000),
  index % 11 === 0 ? null : index - 500,
  index % 5 === 0 ? null : `row ${index} é👍`,
  index % 3 === 0,
  index % 13 === 0 ? null : index / 3,
  BigInt(index) * 1_000_001n - 5n,
  index % 4 === 0 ? null : index % 4 === 1 ? [] : ['a', null, String(index)],
]);

let temp: TempDirectory;
let path: string;
let size: number;

beforeAll(async () => {
  temp = await tempDirectory('parquet-scan');
  path = temp.join('data.parquet');
  const file = await open(path, 'w');
  for await (const chunk of encodeParquet(columns, [batchFromRows(columns, rows)], { rowGroupRows: 300 }))
    await file.write(chunk);
  await file.close();
  size = (await stat(path)).size;
});
afterAll(() => temp[Symbol.asyncDispose]());

const scan = (
  file: string,
  bytes: number,
  options: Partial<FileScanExec['config']> & { readonly range?: { start: number; end: number } } = {},
  of: Schema = columns,
): FileScanExec => {
  const { range, ...config } = options;
  return {
    kind: 'FileScanExec',
    format: { kind: 'parquet', options: new Map() },
    config: {
      objectStoreUrl: 'file:///',
      fileGroups: [
        [
          {
            path: file.slice(1),
            size: bytes,
            lastModifiedNs: 0n,
            partitionValues: [],
            ...(range !== undefined && { range }),
          },
        ],
      ],
      fileSchema: of,
      partitionColumns: [],
      statistics: unknownStatistics(of.fields.length),
      ...config,
    },
  };
};

describe('a Parquet scan', () => {
  test('gives every value of every type, NULLs included', async () => {
    expect(await rowsOfPlan(scan(path, size))).toEqual(rows);
  });

  test('gives the wanted columns in the wanted order', async () => {
    const wanted = await rowsOfPlan(scan(path, size, { projection: [3, 0] }));
    expect(wanted).toEqual(rows.map((row) => [row[3], row[0]]));
  });

  test('without columns still gives the rows', async () => {
    expect(await rowsOfPlan(scan(path, size, { projection: [] }))).toHaveLength(1000);
  });

  test('split into byte ranges gives each row group exactly once', async () => {
    const parts = 7;
    const all: Value[][] = [];
    for (let part = 0; part < parts; part += 1) {
      const range = { start: Math.floor((size * part) / parts), end: Math.floor((size * (part + 1)) / parts) };
      all.push(...(await rowsOfPlan(scan(path, size, { range, projection: [0] }))));
    }
    expect(all).toHaveLength(1000);
    expect(new Set(all.map(([id]) => id))).toEqual(new Set(rows.map(([id]) => id)));
  });

  test('reads a column that the file lacks as NULL, and one of another type as the table says', async () => {
    const other = schema([field('extra', Utf8), field('day', Date32), field('id', decimal128(20, 0))]);
    const got = await rowsOfPlan(scan(path, size, {}, other));
    expect(got).toEqual(rows.map((row) => [null, row[2], row[0]]));
  });

  test('repeats the value of a partition column', async () => {
    const plan = scan(path, size, { projection: [0, 8], partitionColumns: [field('region', Int32)] });
    const [[file]] = plan.config.fileGroups as [[(typeof plan.config.fileGroups)[number][number]]];
    const got = await rowsOfPlan({
      ...plan,
      config: { ...plan.config, fileGroups: [[{ ...file, partitionValues: [{ type: Int32, value: 7 }] }]] },
    });
    expect(got).toEqual(rows.map((row) => [row[0], 7]));
  });
});

describe('a damaged file', () => {
  const damaged = async (name: string, change: (bytes: Uint8Array) => Uint8Array): Promise<FileScanExec> => {
    const bytes = change(new Uint8Array(await readFile(path)));
    await temp.write(name, bytes);
    return scan(temp.join(name), bytes.length);
  };

  test.each([
    ['truncated.parquet', (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
    ['empty.parquet', () => new Uint8Array()],
    ['text.parquet', () => new TextEncoder().encode('this is not a Parquet file at all')],
  ])('%s is one clear error that names it', async (name, change) => {
    await expect(rowsOfPlan(await damaged(name, change))).rejects.toThrow(name);
  });

  test('with corrupt pages fails its own scan only, again and again', async () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const plan = await damaged(`pages-${seed}.parquet`, (bytes) => {
        // Past the magic, before the footer: page headers and data.
        for (let at = 10 + seed * 37; at < 4000; at += 211) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
        return bytes;
      });
      const outcome = await rowsOfPlan(plan).then(
        () => 'read',
        (error: Error) => error.message,
      );
      // A flipped byte may hit a value instead of a structure; what must not happen is a hang or a crash.
      if (outcome !== 'read') expect(outcome).toContain(`pages-${seed}.parquet`);
    }
    expect(await rowsOfPlan(scan(path, size, { projection: [0] }))).toHaveLength(1000);
  });
});
