import {
  batchRows,
  type Catalog,
  field,
  Int64,
  type MemoryTableSource,
  SessionConfig,
  schema,
  type TableProvider,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { parseStatements } from '../../sql/parser/statement.js';
import { resolve } from '../resolve.js';

const provider: TableProvider = {
  schema: schema([field('id', Int64, false), field('note', Utf8)]),
  tableType: 'BASE TABLE',
  definition: 'CREATE EXTERNAL TABLE t ...',
  resolve: () => Promise.reject(new Error('nobody needs its rows')),
};
const catalog: Catalog = {
  defaultCatalog: 'datafusion',
  defaultSchema: 'public',
  table: async (reference) => (reference.table === 't' && reference.schema === 'public' ? provider : undefined),
  tables: async () => [{ reference: { catalog: 'datafusion', schema: 'public', table: 't' }, provider }],
  schemas: async () => [{ catalog: 'datafusion', schema: 'public' }],
};

async function view(
  name: string,
  config = SessionConfig.withBallista(),
): Promise<{ names: string[]; rows: Value[][] } | undefined> {
  const [statement] = parseStatements(`SELECT * FROM information_schema.${name}`);
  const { tables } = await resolve(statement!, catalog, { config, functions: createFunctionRegistry() });
  const [table] = tables.values();
  if (table === undefined) return undefined;
  expect(table.kind).toBe('source');
  const source = (table as { source: MemoryTableSource }).source;
  const rows = source.partitions.flatMap((bytes) =>
    bytes.byteLength === 0 ? [] : tableFromIPC(bytes).batches.flatMap(batchRows),
  );
  return { names: source.schema.fields.map((one) => one.name), rows };
}

describe('information_schema', () => {
  test('lists tables, columns with their types, and definitions', async () => {
    const tables = (await view('tables'))?.rows ?? [];
    expect(tables).toContainEqual(['datafusion', 'public', 't', 'BASE TABLE']);
    expect(tables).toContainEqual(['datafusion', 'information_schema', 'df_settings', 'VIEW']);
    expect(tables).toHaveLength(8);
    expect((await view('columns'))?.rows.map((row) => [row[3], row[4], row[6], row[7]])).toEqual([
      ['id', 0n, 'NO', 'Int64'],
      ['note', 1n, 'YES', 'Utf8'],
    ]);
    expect((await view('views'))?.rows[0]?.[3]).toBe('CREATE EXTERNAL TABLE t ...');
    expect((await view('schemata'))?.rows[0]?.slice(0, 2)).toEqual(['datafusion', 'public']);
  });

  test('shows settings as they are, without secrets', async () => {
    const rows = (await view('df_settings'))?.rows ?? [];
    expect(rows.length).toBeGreaterThan(190);
    expect(rows.find(([name]) => name === 'ballista.shuffle.compression.codec')?.[1]).toBe('lz4');
  });

  test('lists every function by each of its names, once per kind', async () => {
    const { names, rows } = (await view('routines'))!;
    const nameAt = names.indexOf('routine_name');
    const typeAt = names.indexOf('function_type');
    const keys = rows.map((row) => `${row[nameAt]} ${row[typeAt]}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain('pow SCALAR');
    expect(keys).toContain('first_value AGGREGATE');
    expect(keys).toContain('first_value WINDOW');
    const parameters = (await view('parameters'))!;
    expect(parameters.rows.filter((row) => row[2] === 'abs').map((row) => row[4])).toEqual(['IN', 'OUT']);
  });

  test('knows no other views, and none at all when it is switched off', async () => {
    expect(await view('nope')).toBeUndefined();
    expect(
      await view('tables', SessionConfig.withBallista().override('datafusion.catalog.information_schema', false)),
    ).toBeUndefined();
  });
});
