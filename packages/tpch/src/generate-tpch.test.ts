import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { CancelledError, InvalidArgumentError } from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateTbl } from './generate.js';
import { generateTpch, type TpchProgress } from './generate-tpch.js';
import { queries, queriesAt, queryNumbers } from './queries/index.js';
import { tpchTables } from './scale.js';
import { createTableStatements } from './table-locations.js';
import { generateTextPool } from './text/text-pool.js';

const textPool = generateTextPool(1 << 20);
let directory: TempDirectory;
let duckdb: DuckDBConnection;

const rowsOf = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowsJson();

beforeAll(async () => {
  directory = await tempDirectory('tpch');
  duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
});
afterAll(async () => {
  duckdb.closeSync();
  await directory.close();
});

describe('Parquet files', () => {
  beforeAll(async () => {
    await generateTpch({ scale: 0.01, directory: directory.join('one'), textPool });
    for (const table of tpchTables) {
      await duckdb.run(`create view ${table} as select * from '${directory.join('one', `${table}.parquet`)}'`);
    }
  });

  test('have the types that other engines expect', async () => {
    expect(
      await rowsOf("select column_name, column_type from (describe lineitem) where column_name not like '%ship%'"),
    ).toEqual([
      ['l_orderkey', 'BIGINT'],
      ['l_partkey', 'BIGINT'],
      ['l_suppkey', 'BIGINT'],
      ['l_linenumber', 'INTEGER'],
      ['l_quantity', 'DECIMAL(15,2)'],
      ['l_extendedprice', 'DECIMAL(15,2)'],
      ['l_discount', 'DECIMAL(15,2)'],
      ['l_tax', 'DECIMAL(15,2)'],
      ['l_returnflag', 'VARCHAR'],
      ['l_linestatus', 'VARCHAR'],
      ['l_commitdate', 'DATE'],
      ['l_receiptdate', 'DATE'],
      ['l_comment', 'VARCHAR'],
    ]);
  });

  test('hold what the text files hold, row for row', async () => {
    for (const table of tpchTables) {
      const file = await directory.write(
        `${table}.csv`,
        Buffer.concat([...generateTbl(table, { scale: 0.01, textPool })]),
      );
      const columns = (await rowsOf(`select column_name, column_type from (describe ${table})`)) as string[][];
      const types = [...columns, ['end', 'VARCHAR']].map(([name, type]) => `'${name}': '${type}'`).join(', ');
      const text = `(select * exclude ("end") from read_csv('${file}', delim='|', header=false, quote='', escape='', columns={${types}}))`;
      const [counts] = await rowsOf(
        `select (select count(*) from ${table}), (select count(*) from ${text}),
                (select count(*) from (select * from ${table} except all select * from ${text}))`,
      );
      expect(counts, table).toEqual([counts![0], counts![0], '0']);
    }
  });

  test('have row groups of the default size with statistics for every column', async () => {
    const [found] = await rowsOf(
      `select count(distinct row_group_id), max(row_group_num_rows), count(*) filter (where stats_min_value is null),
              any_value(compression)
       from parquet_metadata('${directory.join('one', 'lineitem.parquet')}')`,
    );
    expect(found).toEqual(['1', '60175', '0', 'ZSTD']);
  });

  test('answer the 22 queries', async () => {
    const counts: number[] = [];
    for (const number of queryNumbers) counts.push((await rowsOf(queriesAt(0.01)[number])).length);
    expect(counts).toEqual([4, 4, 10, 5, 5, 1, 4, 2, 173, 20, 1, 2, 32, 1, 1, 296, 1, 2, 1, 1, 1, 7]);
  });

  test('answer Q1 and Q6 with the sums of the text', async () => {
    const lines = Buffer.concat([...generateTbl('lineitem', { scale: 0.01, textPool })])
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('|'));
    let revenue = 0n;
    for (const [, , , , quantity, price, discount, , , , shipped] of lines) {
      if (shipped! < '1994-01-01' || shipped! >= '1995-01-01' || Number(quantity) >= 24) continue;
      if (!['0.05', '0.06', '0.07'].includes(discount!)) continue;
      revenue += BigInt(price!.replace('.', '')) * BigInt(discount!.replace('.', ''));
    }
    const digits = revenue.toString();
    expect(await rowsOf(queries[6])).toEqual([[`${digits.slice(0, -4)}.${digits.slice(-4)}`]]);
    const q1 = await rowsOf(queries[1]);
    expect(q1.map((row) => row.slice(0, 2))).toEqual([
      ['A', 'F'],
      ['N', 'F'],
      ['N', 'O'],
      ['R', 'F'],
    ]);
    const shipped = lines.filter((line) => line[10]! <= '1998-09-02');
    expect(q1.reduce((sum, row) => sum + Number(row[9]), 0)).toBe(shipped.length);
  });
});

describe('an output directory', () => {
  const small = { scale: 0.001, tables: ['region', 'supplier'] as const, format: 'tbl' as const, textPool };

  test('gets one file per table, or a directory of parts, of which nation and region have only one', async () => {
    const at = directory.join('layout');
    const one = await generateTpch({ ...small, directory: at });
    expect(readdirSync(at).sort()).toEqual(['region.tbl', 'supplier.tbl']);
    expect(one).toEqual([
      {
        table: 'region',
        location: directory.join('layout', 'region.tbl'),
        files: 1,
        rows: 5,
        bytes: expect.any(Number),
      },
      {
        table: 'supplier',
        location: directory.join('layout', 'supplier.tbl'),
        files: 1,
        rows: 10,
        bytes: expect.any(Number),
      },
    ]);
    const whole = readFileSync(directory.join('layout', 'supplier.tbl'), 'utf8');
    expect(one[1]!.bytes).toBe(whole.length);

    await generateTpch({ ...small, directory: at, parts: 3 });
    expect(readdirSync(at).sort()).toEqual(['region', 'supplier']);
    expect(readdirSync(directory.join('layout', 'region'))).toEqual(['part-001.tbl']);
    const parts = readdirSync(directory.join('layout', 'supplier')).sort();
    expect(parts).toEqual(['part-001.tbl', 'part-002.tbl', 'part-003.tbl']);
    expect(parts.map((part) => readFileSync(directory.join('layout', 'supplier', part), 'utf8')).join('')).toBe(whole);

    // And back, with fewer parts in between.
    await generateTpch({ ...small, directory: at, parts: 2 });
    expect(readdirSync(directory.join('layout', 'supplier')).sort()).toEqual(['part-001.tbl', 'part-002.tbl']);
    await generateTpch({ ...small, directory: at });
    expect(readdirSync(at).sort()).toEqual(['region.tbl', 'supplier.tbl']);
  });

  test.each(['tbl', 'parquet'] as const)(
    'is left without a trace of a %s table that was interrupted',
    async (format) => {
      const at = directory.join(`interrupted-${format}`);
      const abort = new AbortController();
      const onProgress = ({ table, rows }: TpchProgress) => {
        if (table === 'lineitem' && rows > 8192) abort.abort(new Error('stopped'));
      };
      const run = generateTpch({
        scale: 0.01,
        directory: at,
        format,
        parts: 2,
        tables: ['nation', 'lineitem'],
        textPool,
        signal: abort.signal,
        onProgress,
      });
      await expect(run).rejects.toThrow(CancelledError);
      expect(readdirSync(at)).toEqual(['nation']);
    },
  );

  test('is cleaned of what a killed process left, but not of what a living one is doing', async () => {
    const at = directory.join('killed');
    // A process id beyond any limit belongs to nobody; 1 always lives.
    mkdirSync(directory.join('killed', '.tpch-999999999-0a0b0c.tmp', 'lineitem'), { recursive: true });
    mkdirSync(directory.join('killed', '.tpch-1-0a0b0c.tmp'), { recursive: true });
    await generateTpch({ ...small, directory: at });
    expect(readdirSync(at).sort()).toEqual(['.tpch-1-0a0b0c.tmp', 'region.tbl', 'supplier.tbl']);
  });

  test('is not robbed of a directory that somebody else made', async () => {
    const at = directory.join('foreign');
    mkdirSync(directory.join('foreign', 'supplier'), { recursive: true });
    writeFileSync(directory.join('foreign', 'supplier', 'thesis.txt'), 'ten years of work');
    await expect(generateTpch({ ...small, directory: at, parts: 2 })).rejects.toThrow(/thesis\.txt/);
    expect(existsSync(directory.join('foreign', 'supplier', 'thesis.txt'))).toBe(true);
    expect(readdirSync(at).sort()).toEqual(['region', 'supplier']);
  });

  test.each([
    [{ parts: 0 }, '0 parts are outside 1 to 10000'],
    [{ format: 'csv' as 'tbl' }, 'the formats are parquet and tbl'],
    [{ tables: ['line' as 'lineitem'] }, 'TPC-H has no table "line"'],
    [{ scale: -1 }, 'scale factor -1 is outside (0, 100000]'],
  ])('is not touched when options are wrong: %j', async (wrong, message) => {
    const run = generateTpch({ ...small, directory: directory.join('wrong'), ...wrong });
    await expect(run).rejects.toThrow(InvalidArgumentError);
    await expect(run).rejects.toThrow(message);
    expect(existsSync(directory.join('wrong'))).toBe(false);
  });

  test('reports its progress up to the last row', async () => {
    const seen: TpchProgress[] = [];
    await generateTpch({
      scale: 0.001,
      directory: directory.join('progress'),
      tables: ['partsupp'],
      parts: 3,
      textPool,
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.map(({ rows }) => rows)).toEqual([264, 528, 800]);
    expect(seen.at(-1)).toEqual({ table: 'partsupp', rows: 800, expectedRows: 800 });
  });
});

test('tables are made known by statements that quote what has to be quoted', () => {
  expect(createTableStatements("/data/it's", { tables: ['nation', 'orders'] })).toEqual([
    "CREATE EXTERNAL TABLE nation STORED AS PARQUET LOCATION '/data/it''s/nation.parquet'",
    "CREATE EXTERNAL TABLE orders STORED AS PARQUET LOCATION '/data/it''s/orders.parquet'",
  ]);
  expect(createTableStatements('s3://b/tpch/', { parts: 4, tables: ['orders'] })).toEqual([
    "CREATE EXTERNAL TABLE orders STORED AS PARQUET LOCATION 's3://b/tpch/orders/'",
  ]);
});

test('Q11 asks for a share that shrinks with the scale', () => {
  expect(queries[11]).toContain('* 0.0001000000\n');
  expect(queriesAt(0.1)[11]).toContain('* 0.0010000000\n');
  expect(queriesAt(1000)[11]).toContain('* 0.0000001000\n');
  expect(queriesAt(30_000)[11]).toContain('* 0.0000000033333333\n');
  expect(queriesAt(10)[1]).toBe(queries[1]);
});
