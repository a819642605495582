import { readdir, readFile, truncate } from 'node:fs/promises';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMain } from './run-main.js';

const sql = (...args: string[]) => runMain('sql', '--vcores', '1', ...args);

let dir: TempDirectory;
beforeAll(async () => {
  dir = await tempDirectory('ballista-cli');
});
afterAll(() => dir[Symbol.asyncDispose]());

describe('ballista sql', () => {
  test('runs the statements of one call in one session, in the order of the command line', async () => {
    await dir.write('two.sql', 'CREATE TABLE t2 AS SELECT x + 1 AS y FROM t1;\nSELECT y FROM t2;\n');
    const { code, stdout, stderr } = await sql(
      ...['--format', 'csv', '-c', 'CREATE TABLE t1 AS SELECT 41 AS x; SELECT x FROM t1'],
      ...['-f', dir.join('two.sql'), '-c', 'SELECT x + y AS s FROM t1, t2'],
    );
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'x\n41\ny\n42\ns\n83\n', stderr: '' });
  });

  test('keeps all digits in JSON', async () => {
    const { stdout } = await sql(
      ...['--format', 'json', '-c'],
      "SELECT 9223372036854775807 AS big, CAST('12345678901234567890.10' AS DECIMAL(38, 2)) AS price, NULL AS nothing",
    );
    expect(stdout).toBe('[{"big":9223372036854775807,"price":"12345678901234567890.10","nothing":null}]\n');
  });

  test('says how many rows there were, unless it is to be quiet', async () => {
    const loud = await sql('-c', 'SELECT 1 AS x');
    expect(loud.stdout).toMatch(
      /^\+---\+\n\| x \|\n\+---\+\n\| 1 \|\n\+---\+\n1 row fetched\. Elapsed \d+\.\d+ seconds\.\n\n$/,
    );
    const quiet = await sql('-q', '-c', 'SELECT 1 AS x');
    expect(quiet.stdout).toBe('+---+\n| x |\n+---+\n| 1 |\n+---+\n');
  });

  test('applies settings', async () => {
    const { stdout } = await sql(
      ...['--format', 'csv', '--set', 'datafusion.execution.target_partitions=3'],
      ...['-c', 'SHOW datafusion.execution.target_partitions'],
    );
    expect(stdout).toBe('name,value\ndatafusion.execution.target_partitions,3\n');
    const odd = await sql('--set', 'ballista.job.name', '-c', 'select 1');
    expect(odd).toEqual({ code: 1, stdout: '', stderr: 'Error: --set takes key=value, not "ballista.job.name"\n' });
  });

  test('stops at a statement that fails, with one clear error and without what would come after', async () => {
    const { code, stdout, stderr } = await sql(
      ...['--format', 'ndjson', '-c', 'SELECT 1 AS one', '-c', 'SELECT 1 / x AS q FROM (VALUES (0)) AS v(x)'],
      ...['-c', 'SELECT 3'],
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '{"one":1}\n' });
    expect(stderr).toMatch(/^Error: Job \S+ failed: [^\n]*zero[^\n]*\n$/);
  });

  test.each([
    ['an unknown table', 'SELECT * FROM nowhere', /nowhere/],
    ['an unknown column', 'SELECT nope FROM (VALUES (1)) AS v(x)', /nope/],
    ['what is no SQL, with its place,', 'SELECT 1;\nSELEC 1', /SELEC at Line: 2, Column: 1/],
  ])('tells %s in one block', async (_what, text, pattern) => {
    const { code, stdout, stderr } = await sql('-c', text);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(pattern);
    expect(stderr.match(/Error/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('tells a truncated Parquet file in one line that names it', async () => {
    expect((await runMain('generate', 'tpch', '--scale', '0.001', '--output', dir.join('tpch'))).code).toBe(0);
    expect((await readdir(dir.join('tpch'))).sort()).toEqual(
      ['customer', 'lineitem', 'nation', 'orders', 'part', 'partsupp', 'region', 'supplier'].map((name) =>
        expect.stringMatching(name),
      ),
    );
    const [name = ''] = (await readdir(dir.join('tpch'))).filter((one) => one.startsWith('nation'));
    const path = dir.join('tpch', name);
    await truncate(path, (await readFile(path)).length - 20);
    const { code, stdout, stderr } = await sql(
      ...['-c', `CREATE EXTERNAL TABLE n STORED AS PARQUET LOCATION '${path}'`, '-c', 'SELECT * FROM n'],
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: [^\n]*nation[^\n]*truncated[^\n]*\n$/);
  });

  test('names the scheduler that it cannot reach', async () => {
    const { code, stderr } = await runMain('sql', '--host', '127.0.0.1', '--port', '1', '-c', 'SELECT 1');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: cannot run the query on http:\/\/127\.0\.0\.1:1: [^\n]*ECONNREFUSED[^\n]*\n$/);
  });

  test.each([
    [['--format', 'xml'], 'must be one of table, csv, tsv, json, ndjson'],
    [['--port', '0'], 'must be a whole number from 1 to 65535'],
    [['--what'], "unknown option '--what'"],
    [['-f', '/nonexistent.sql'], 'cannot read /nonexistent.sql'],
    [['-p', '/nonexistent', '-c', 'SELECT 1'], '--data-path /nonexistent is no directory'],
    [['--tui'], 'ballista sql --tui is not supported yet'],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runMain('sql', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('ballista', () => {
  test('says what it can do, and its version', async () => {
    const help = await runMain('--help');
    expect(help.code).toBe(0);
    for (const command of ['sql', 'scheduler', 'executor', 'generate']) expect(help.stdout).toContain(command);
    expect((await runMain('--version')).stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect((await runMain('what')).code).toBe(1);
  });

  test('passes the flags of schedulers and executors on', async () => {
    const scheduler = await runMain('scheduler', '--nope');
    expect(scheduler.code).toBe(1);
    expect(scheduler.stderr).toContain('--nope');
    const executor = await runMain('executor', '--vcores', 'many');
    expect(executor.code).toBe(1);
    expect(executor.stderr).toContain('--vcores');
  });

  test.each([
    [['--scale', '0', '--output', 'x'], 'must be a number above 0'],
    [['--scale', '1', '--output', 'x', '--parts', '1.5'], 'must be a whole number above 0'],
    [['--scale', '1'], "required option '--output <directory>' not specified"],
  ])('generate tpch refuses %j', async (args, message) => {
    const { code, stderr } = await runMain('generate', 'tpch', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
