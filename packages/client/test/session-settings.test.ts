import { batchFromRows, field, Int32, schema } from '@ballista-ts/core';
import { encodeParquet } from '@ballista-ts/datasource';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SessionContext } from '../src/index.js';

// None of these need a cluster: they are about what the client itself does with a setting.
const session = (config: Record<string, string | boolean | number>): Promise<SessionContext> =>
  SessionContext.remote('df://127.0.0.1:1', { config });

let temp: TempDirectory;
beforeAll(async () => {
  temp = await tempDirectory('session-settings');
  const of = schema([field('x', Int32)]);
  const bytes: Uint8Array[] = [];
  for await (const chunk of encodeParquet(of, [batchFromRows(of, [[1], [2]])])) bytes.push(chunk);
  const file = Buffer.concat(bytes);
  await temp.write('hive/year=2024/a.parquet', file);
  await temp.write('nested/a.parquet', file);
  await temp.write('nested/deeper/b.parquet', file);
});
afterAll(() => temp[Symbol.asyncDispose]());

const create = (name: string, folder: string): string =>
  `CREATE EXTERNAL TABLE ${name} STORED AS PARQUET LOCATION '${temp.join(folder)}/'`;
const columns = async (ctx: SessionContext, sql: string): Promise<string[]> =>
  (await ctx.sql(sql)).schema.fields.map((one) => one.name);

describe('settings that the client acts on', () => {
  test.each(['datafusion', 'lake'])(
    'datafusion.catalog.default_catalog=%s names the catalog of unqualified tables',
    async (catalog) => {
      await using ctx = await session({ 'datafusion.catalog.default_catalog': catalog });
      await ctx.sql(create('t', 'nested'));
      expect(await ctx.tableNames()).toEqual([`${catalog}.public.t`]);
    },
  );

  test.each(['public', 'raw'])('datafusion.catalog.default_schema=%s names their schema', async (name) => {
    await using ctx = await session({ 'datafusion.catalog.default_schema': name });
    await ctx.sql(create('t', 'nested'));
    expect(await ctx.tableNames()).toEqual([`datafusion.${name}.t`]);
  });

  test('datafusion.execution.listing_table_factory_infer_partitions finds columns in directory names, or does not', async () => {
    await using finds = await session({ 'datafusion.execution.listing_table_factory_infer_partitions': true });
    await finds.sql(create('t', 'hive'));
    expect(await columns(finds, 'SELECT * FROM t')).toEqual(['x', 'year']);
    await using ignores = await session({ 'datafusion.execution.listing_table_factory_infer_partitions': false });
    await ignores.sql(create('t', 'hive'));
    expect(await columns(ignores, 'SELECT * FROM t')).toEqual(['x']);
  });

  test('datafusion.execution.listing_table_ignore_subdirectory leaves nested folders out, or does not', async () => {
    const files = async (ignore: boolean): Promise<number> => {
      await using ctx = await session({ 'datafusion.execution.listing_table_ignore_subdirectory': ignore });
      await ctx.sql(create('t', 'nested'));
      const { plan } = await ctx.sql('SELECT x FROM t');
      const text = JSON.stringify(plan, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      return new Set(text.match(/[ab]\.parquet/g)).size;
    };
    expect(await files(true)).toBe(1);
    expect(await files(false)).toBe(2);
  });

  test('datafusion.execution.collect_statistics reads the numbers in files, or does not', async () => {
    const known = async (collect: boolean): Promise<boolean> => {
      await using ctx = await session({ 'datafusion.execution.collect_statistics': collect });
      await ctx.sql(create('t', 'nested'));
      const { plan } = await ctx.sql('SELECT x FROM t');
      const text = JSON.stringify(plan, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      return text.includes('"numRows":{"kind":"exact","value":2}');
    };
    expect(await known(true)).toBe(true);
    expect(await known(false)).toBe(false);
  });

  test('datafusion.sql_parser.recursion_limit bounds how deep a statement nests', async () => {
    await using shallow = await session({ 'datafusion.sql_parser.recursion_limit': 5 });
    await expect(shallow.sql('SELECT ((((((1))))))')).rejects.toThrow('recursion limit exceeded: more than 5');
    await using deep = await session({ 'datafusion.sql_parser.recursion_limit': 50 });
    expect(await columns(deep, 'SELECT ((((((1)))))) AS one')).toEqual(['one']);
  });

  test('ballista.standalone.parallelism says how many tasks run at once', async () => {
    for (const parallelism of [1, 3]) {
      let vcores: number | undefined;
      await using ctx = await SessionContext.standalone({
        config: { 'ballista.standalone.parallelism': parallelism },
        logger: {
          debug: () => {},
          info: (_message, fields) => {
            if (typeof fields?.['vcores'] === 'number') vcores = fields['vcores'];
          },
          warn: () => {},
          error: () => {},
        },
      });
      expect(ctx.config.get('ballista.standalone.parallelism')).toBe(parallelism);
      expect(vcores).toBe(parallelism);
    }
  });
});
