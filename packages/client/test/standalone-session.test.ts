import {
  batchFromRows,
  field,
  Int32,
  PlanError,
  SqlParseError,
  schema,
  schemaFromArrow,
  Utf8,
} from '@ballista-ts/core';
import { encodeParquet } from '@ballista-ts/datasource';
import { tempDirectory } from '@ballista-ts/testing';
import { Table } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionContext } from '../src/index.js';

let ctx: SessionContext;
beforeAll(async () => {
  ctx = await SessionContext.standalone({ vcores: 2, config: { 'datafusion.execution.target_partitions': 4 } });
});
afterAll(() => ctx.close());

const rows = async (sql: string, on = ctx): Promise<unknown[]> => await (await on.sql(sql)).toArray();

describe('a query in this process', () => {
  test('goes through stages and comes back with the names and types it promised', async () => {
    const frame = await ctx.sql(`
      SELECT region, count(*) AS orders, sum(amount) * 1.5 AS "Total"
      FROM (VALUES ('north', 10), ('south', 20), ('north', 3)) AS sales(region, amount)
      GROUP BY region ORDER BY "Total" DESC`);
    const table = await frame.collect();
    expect(schemaFromArrow(table.schema)).toEqual(frame.schema);
    expect(table.schema.names).toEqual(['region', 'orders', 'Total']);
    expect(await frame.toArray()).toEqual([
      { region: 'south', orders: 1n, Total: 30 },
      { region: 'north', orders: 2n, Total: 19.5 },
    ]);
    expect(String(frame)).toContain('Aggregate');
  });

  test('without rows still has its columns', async () => {
    const frame = await ctx.sql("SELECT 1 AS a, 'x' AS b WHERE false");
    const table = await frame.collect();
    expect(table.numRows).toBe(0);
    expect(schemaFromArrow(table.schema)).toEqual(frame.schema);
  });

  test('that fails names its job and the reason, once', async () => {
    const error = await rows('SELECT 1 / x AS q FROM (VALUES (1), (0)) AS v(x)').catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/^Job \S+ failed: .*[Dd]ivi(de|sion) by zero/);
    expect((error as Error).message.match(/by zero/g)).toHaveLength(1);
  });

  test('that makes no sense is refused before it runs, with its place', async () => {
    await expect(ctx.sql('SELEC 1')).rejects.toBeInstanceOf(SqlParseError);
    await expect(ctx.sql('SELECT nope FROM (VALUES (1)) AS v(x)')).rejects.toBeInstanceOf(PlanError);
    await expect(ctx.sql('SELECT 1; SELECT 2')).rejects.toThrow('expected one SQL statement, found 2');
    await expect(ctx.sql('')).rejects.toThrow('expected one SQL statement, found 0');
    await expect(ctx.sql('SELECT * FROM nowhere')).rejects.toThrow(/nowhere/);
  });
});

describe('the tables of a session', () => {
  test('are made, seen by the next statement, and dropped', async () => {
    const seen: unknown[][] = [];
    for await (const frame of ctx.statements(`
      CREATE TABLE numbers AS SELECT * FROM (VALUES (1, 'a'), (2, NULL)) AS v(x, y);
      CREATE VIEW doubled AS SELECT x * 2 AS x2 FROM numbers;
      SELECT count(*) AS n, count(y) AS m FROM numbers;
      SELECT sum(x2) AS s FROM doubled;
      DROP VIEW doubled;
      DROP TABLE numbers;
    `))
      seen.push(await frame.toArray());
    expect(seen).toEqual([[], [], [{ n: 2n, m: 1n }], [{ s: 6n }], [], []]);
    await expect(rows('SELECT * FROM numbers')).rejects.toThrow(/numbers/);
  });

  test('may be empty', async () => {
    await ctx.sql('CREATE TABLE none AS SELECT 1 AS x WHERE false');
    expect(await rows('SELECT * FROM none')).toEqual([]);
    expect(await rows('SELECT count(*) AS n FROM none')).toEqual([{ n: 0n }]);
    await ctx.sql('DROP TABLE none');
  });

  test('come from Arrow batches', async () => {
    const columns = schema([field('id', Int32), field('name', Utf8)]);
    const batch = batchFromRows(columns, [
      [1, 'one'],
      [2, null],
    ]);
    ctx.registerBatches('"Mixed"', new Table([batch]));
    ctx.registerBatches('pair', [batch, batch]);
    expect(await (await ctx.table('"Mixed"')).toArray()).toEqual([
      { id: 1, name: 'one' },
      { id: 2, name: null },
    ]);
    expect(await rows('SELECT sum(id) AS s FROM pair')).toEqual([{ s: 6n }]);
    expect(() => ctx.registerBatches('pair', [batch])).toThrow('the table pair already exists');
    expect(() => ctx.registerBatches('other', [])).toThrow(/no batches for table other/);
    expect([ctx.deregisterTable('pair'), ctx.deregisterTable('pair'), ctx.deregisterTable('"Mixed"')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('come from files: one, a directory, or a glob', async () => {
    await using dir = await tempDirectory();
    const people = schema([field('id', Int32), field('name', Utf8)]);
    const file = async (name: string, of: (string | number | null)[][]): Promise<void> => {
      const parts: Uint8Array[] = [];
      for await (const part of encodeParquet(people, [batchFromRows(people, of)])) parts.push(part);
      await dir.write(name, Buffer.concat(parts));
    };
    await file('people/a.parquet', [
      [1, 'Ada'],
      [2, null],
    ]);
    await file('people/b.parquet', [[3, 'Grace']]);
    await ctx.registerParquet('people', dir.join('people'));
    await ctx.registerParquet('one', dir.join('people/b.parquet'));
    await ctx.sql(`CREATE EXTERNAL TABLE some STORED AS PARQUET LOCATION '${dir.path}/people/*.parquet'`);
    expect(await rows('SELECT count(*) AS n, min(name) AS first FROM people')).toEqual([{ n: 3n, first: 'Ada' }]);
    expect(await rows('SELECT p.name FROM people p JOIN one o ON p.id = o.id')).toEqual([{ name: 'Grace' }]);
    expect(await rows('SELECT sum(id) AS s FROM some')).toEqual([{ s: 6n }]);
    await file('people/c.parquet', [[4, 'Edsger']]);
    expect(await rows('SELECT sum(id) AS s FROM people')).toEqual([{ s: 10n }]);
    await expect(ctx.registerParquet('gone', dir.join('gone.parquet'))).rejects.toThrow(/gone\.parquet/);
    expect(await ctx.tableNames()).toEqual(['people', 'one', 'some'].map((name) => `datafusion.public.${name}`));
    for (const name of ['people', 'one', 'some']) ctx.deregisterTable(name);
  });

  test('may not be made twice, nor dropped when they are not there', async () => {
    await ctx.sql('CREATE TABLE twice AS SELECT 1 AS x');
    await expect(ctx.sql('CREATE TABLE twice AS SELECT 2 AS x')).rejects.toThrow('the table twice already exists');
    await ctx.sql('CREATE TABLE IF NOT EXISTS twice AS SELECT 3 AS x');
    await ctx.sql('CREATE OR REPLACE TABLE twice AS SELECT 4 AS x');
    expect(await rows('SELECT * FROM twice')).toEqual([{ x: 4n }]);
    await expect(ctx.sql('DROP VIEW twice')).rejects.toThrow(/twice/);
    await ctx.sql('DROP TABLE twice');
    await expect(ctx.sql('DROP TABLE twice')).rejects.toThrow(/twice/);
    await ctx.sql('DROP TABLE IF EXISTS twice');
  });

  test('live in schemas', async () => {
    await ctx.sql('CREATE SCHEMA sales');
    await ctx.sql('CREATE TABLE sales.t AS SELECT 7 AS x');
    expect(await rows('SELECT x FROM datafusion.sales.t')).toEqual([{ x: 7n }]);
    await expect(ctx.sql('DROP SCHEMA sales')).rejects.toThrow('the schema sales holds 1 table; drop it with CASCADE');
    await ctx.sql('DROP SCHEMA sales CASCADE');
    await expect(ctx.sql('CREATE TABLE sales.t AS SELECT 7 AS x')).rejects.toThrow(/no schema/);
  });
});

describe('what a session tells of itself', () => {
  test('its tables and columns', async () => {
    await ctx.sql("CREATE TABLE told AS SELECT 1 AS a, 'x' AS b, CAST(1.5 AS DECIMAL(10, 2)) AS c");
    expect(await rows('SHOW TABLES')).toContainEqual({
      table_catalog: 'datafusion',
      table_schema: 'public',
      table_name: 'told',
      table_type: 'BASE TABLE',
    });
    expect(
      await rows(`
        SELECT column_name, ordinal_position, data_type, numeric_precision, numeric_scale
        FROM information_schema.columns WHERE table_name = 'told' ORDER BY ordinal_position`),
    ).toEqual([
      { column_name: 'a', ordinal_position: 0n, data_type: 'Int64', numeric_precision: 64n, numeric_scale: null },
      { column_name: 'b', ordinal_position: 1n, data_type: 'Utf8', numeric_precision: null, numeric_scale: null },
      {
        column_name: 'c',
        ordinal_position: 2n,
        data_type: 'Decimal128(10, 2)',
        numeric_precision: 10n,
        numeric_scale: 2n,
      },
    ]);
    expect(await rows('SHOW COLUMNS FROM told')).toHaveLength(3);
    expect(await rows('DESCRIBE told')).toHaveLength(3);
    await ctx.sql('CREATE VIEW v AS SELECT a FROM told');
    expect(await rows('SHOW CREATE TABLE v')).toMatchObject([{ definition: 'CREATE VIEW v AS SELECT a FROM told' }]);
    await ctx.sql('DROP VIEW v');
    await ctx.sql('DROP TABLE told');
  });

  test('its settings, secrets hidden', async () => {
    expect(await rows('SHOW datafusion.execution.target_partitions')).toEqual([
      { name: 'datafusion.execution.target_partitions', value: '4' },
    ]);
    const all = (await rows('SHOW ALL')) as { name: string }[];
    expect(all.length).toBeGreaterThan(100);
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted());
    await expect(ctx.sql('SHOW ballista.nope')).rejects.toThrow(/ballista\.nope/);
  });

  test('its functions', async () => {
    expect(
      await rows(
        "SELECT DISTINCT routine_name, function_type FROM information_schema.routines WHERE routine_name IN ('abs', 'sum', 'row_number') ORDER BY 1",
      ),
    ).toEqual([
      { routine_name: 'abs', function_type: 'SCALAR' },
      { routine_name: 'row_number', function_type: 'WINDOW' },
      { routine_name: 'sum', function_type: 'AGGREGATE' },
    ]);
    expect(await rows("SHOW FUNCTIONS LIKE 'abs'")).toMatchObject([{ function_name: 'abs', parameters: ['x'] }]);
  });

  test('even where no cluster answers', async () => {
    await using remote = await SessionContext.remote('df://127.0.0.1:1');
    expect(await rows('SHOW datafusion.execution.batch_size', remote)).toHaveLength(1);
    expect(await rows('SELECT schema_name FROM information_schema.schemata', remote)).toEqual([
      { schema_name: 'public' },
    ]);
  });

  test('unless its settings say that there is no information_schema', async () => {
    await using remote = await SessionContext.remote('df://127.0.0.1:1', {
      config: { 'datafusion.catalog.information_schema': false },
    });
    await expect(remote.sql('SHOW TABLES')).rejects.toThrow(/information_schema/);
    await expect(remote.sql('SELECT * FROM information_schema.tables')).rejects.toThrow(/information_schema/);
  });
});

describe('EXPLAIN', () => {
  test('shows the plans of each level, and the stages', async () => {
    const plans = (await rows('EXPLAIN SELECT x, count(*) FROM (VALUES (1)) AS v(x) GROUP BY x')) as {
      plan_type: string;
      plan: string;
    }[];
    expect(plans.map(({ plan_type }) => plan_type)).toEqual(['logical_plan', 'physical_plan', 'distributed_plan']);
    expect(plans[2]!.plan).toMatch(/^Stage 1 /);
  });

  test('ANALYZE runs the query and shows what its operators counted', async () => {
    const [row] = (await rows('EXPLAIN ANALYZE SELECT * FROM (VALUES (1), (2), (3)) AS v(x) WHERE x > 1')) as {
      plan_type: string;
      plan: string;
    }[];
    expect(row!.plan_type).toBe('Plan with Metrics');
    expect(row!.plan).toMatch(/^Stage 1 \(1 partition\):\nShuffleWriterExec.*metrics=\[.*output_rows=2/);
    await expect(rows('EXPLAIN ANALYZE VERBOSE SELECT 1')).rejects.toThrow('EXPLAIN ANALYZE VERBOSE is not supported');
  });

  test('ANALYZE shows only the kinds of numbers that are asked for', async () => {
    const [row] = (await rows("EXPLAIN (ANALYZE, METRICS 'rows') SELECT 1 AS x")) as { plan: string }[];
    expect(row!.plan).toContain('output_rows=1');
    expect(row!.plan).not.toContain('elapsed_compute');
  });
});

describe('settings', () => {
  test('are changed by SET and taken back by RESET', async () => {
    await using other = await SessionContext.remote('df://127.0.0.1:1');
    await other.sql('SET datafusion.execution.target_partitions = 7');
    expect(other.config.get('datafusion.execution.target_partitions')).toBe(7);
    await other.sql('RESET datafusion.execution.target_partitions');
    expect(other.config.get('datafusion.execution.target_partitions')).toBe(16);
    await expect(other.sql('SET ballista.nope = 1')).rejects.toThrow('configuration key `nope` does not exist');
  });
});

test('two sessions in one process share neither tables nor settings nor their end', async () => {
  await using other = await SessionContext.standalone({ vcores: 1 });
  await ctx.sql('CREATE TABLE mine AS SELECT 1 AS x');
  await other.sql('CREATE TABLE mine AS SELECT 2 AS x');
  await other.sql('SET datafusion.execution.target_partitions = 3');
  const [a, b] = await Promise.all([rows('SELECT x FROM mine'), rows('SELECT x FROM mine', other)]);
  expect([a, b]).toEqual([[{ x: 1n }], [{ x: 2n }]]);
  expect(ctx.config.get('datafusion.execution.target_partitions')).toBe(4);
  await other.close();
  expect(await rows('SELECT x FROM mine')).toEqual([{ x: 1n }]);
  await ctx.sql('DROP TABLE mine');
});

test('many queries may run at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => rows(`SELECT ${index} + sum(x) AS s FROM (VALUES (1), (2)) AS v(x)`)),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, index) => [{ s: BigInt(index + 3) }]));
});
