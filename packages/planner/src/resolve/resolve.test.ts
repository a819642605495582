import {
  type Catalog,
  Int64,
  type LogicalPlan,
  SessionConfig,
  type TableProvider,
  type TableSource,
} from '@ballista-ts/core';
import { describe, expect, it, vi } from 'vitest';
import { catalogOf, emptyTable, schemaFrom, testFunctions } from '../../test/support/binder-fixture.js';
import { bindStatement } from '../binder/statement/bind-statement.js';
import { parseStatements } from '../sql/parser/statement.js';
import { type ResolveOptions, resolve } from './resolve.js';

const options: ResolveOptions = { config: SessionConfig.withBallista(), functions: testFunctions };
const resolveSql = (sql: string, catalog: Catalog, more: Partial<ResolveOptions> = {}) =>
  resolve(parseStatements(sql)[0]!, catalog, { ...options, ...more });
const bound = async (sql: string, catalog: Catalog, more: Partial<ResolveOptions> = {}): Promise<LogicalPlan> =>
  bindStatement(await resolveSql(sql, catalog, more), options);

/** A table whose snapshots are numbered. */
function countedTable(): TableProvider & { readonly asked: () => number } {
  let asked = 0;
  const base = emptyTable({ a: Int64 });
  return {
    ...base,
    asked: () => asked,
    resolve: async () => {
      asked += 1;
      return {
        kind: 'memory',
        schema: base.schema,
        partitions: [],
        statistics: { numRows: { kind: 'exact', value: asked }, totalByteSize: { kind: 'absent' }, columns: [] },
      } as unknown as TableSource;
    },
  };
}

describe('resolve', () => {
  it('asks for each table once, wherever and however often it is named', async () => {
    const t = countedTable();
    const resolved = await resolveSql(
      'WITH q AS (SELECT a FROM t) SELECT (SELECT max(a) FROM public.t) FROM q JOIN datafusion.public.t AS x ON x.a IN (SELECT a FROM T)',
      catalogOf({ t }),
    );
    expect(t.asked()).toBe(1);
    expect([...resolved.tables.keys()]).toEqual(['["datafusion","public","t"]']);
  });

  it('finds the tables of every statement that has some', async () => {
    for (const sql of [
      'INSERT INTO t SELECT 1',
      "COPY t TO 'x.csv'",
      'UPDATE t SET a = 1',
      'DELETE FROM t',
      'TRUNCATE t',
      'DESCRIBE t',
      'EXPLAIN SELECT * FROM t',
      'PREPARE p AS SELECT * FROM t',
      'CREATE VIEW v AS SELECT * FROM t',
    ]) {
      const t = countedTable();
      await resolveSql(sql, catalogOf({ t }));
      expect([sql, t.asked()]).toEqual([sql, 1]);
    }
  });

  it('does not ask for what a statement makes or drops', async () => {
    const catalog = catalogOf({});
    const table = vi.spyOn(catalog, 'table');
    for (const sql of ['CREATE TABLE n (a INT)', 'DROP TABLE n', "CREATE EXTERNAL TABLE n STORED AS CSV LOCATION 'x'"])
      await resolveSql(sql, catalog);
    expect(table).not.toHaveBeenCalled();
  });

  it('lists names for suggestions only when something is missing', async () => {
    const catalog = catalogOf({ orders: emptyTable({ a: Int64 }), 'sales.orders': emptyTable({ a: Int64 }) });
    expect((await resolveSql('SELECT * FROM orders', catalog)).knownTables).toEqual([]);
    expect((await resolveSql('SELECT * FROM order1', catalog)).knownTables).toEqual([
      'orders',
      'datafusion.sales.orders',
    ]);
    await expect(bound('SELECT * FROM ordrs', catalog)).rejects.toThrowError(
      "table 'datafusion.public.ordrs' not found. Did you mean 'orders'?",
    );
  });

  it('takes fresh snapshots of the tables behind a view, also in its subqueries', async () => {
    const t = countedTable();
    const view: TableProvider = {
      schema: { fields: [] },
      tableType: 'VIEW',
      viewPlan: await bound('SELECT a FROM t WHERE a IN (SELECT a FROM t)', catalogOf({ t })),
      resolve: () => Promise.reject(new Error('a view is not resolved')),
    };
    expect(t.asked()).toBe(1);
    const plan = await bound('SELECT * FROM v JOIN t ON v.a = t.a', catalogOf({ t, v: view }));
    expect(t.asked()).toBe(2);
    const versions = JSON.stringify(plan, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ).match(/"numRows":\{"kind":"exact","value":\d\}/g);
    expect(new Set(versions)).toEqual(new Set(['"numRows":{"kind":"exact","value":2}']));
  });

  it('turns table functions with constant arguments into tables', async () => {
    const schema = schemaFrom({ n: Int64 });
    const tableFunction = vi.fn(
      async (name: string): Promise<TableSource | undefined> =>
        name === 'mine' ? { kind: 'memory', schema, partitions: [] } : undefined,
    );
    const plan = await bound("SELECT n FROM mine(1, 'x') AS m", catalogOf({}), { tableFunction });
    expect(tableFunction.mock.calls[0]!.slice(0, 2)).toEqual([
      'mine',
      [
        { type: { kind: 'Int64' }, value: 1n },
        { type: { kind: 'Utf8' }, value: 'x' },
      ],
    ]);
    expect(plan).toMatchObject({
      kind: 'Projection',
      input: { kind: 'SubqueryAlias', input: { kind: 'TableScan', tableName: { table: 'mine' } } },
    });
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const t: TableProvider = {
      ...emptyTable({ a: Int64 }),
      resolve: async (read) => {
        controller.abort(new Error('enough'));
        read?.signal?.throwIfAborted();
        throw new Error('not stopped');
      },
    };
    await expect(resolveSql('SELECT * FROM t', catalogOf({ t }), { signal: controller.signal })).rejects.toThrowError(
      'enough',
    );
  });

  it('passes on what a table says when it cannot be read', async () => {
    const t: TableProvider = { ...emptyTable({ a: Int64 }), resolve: () => Promise.reject(new Error('disk on fire')) };
    await expect(resolveSql('SELECT * FROM t', catalogOf({ t }))).rejects.toThrowError('disk on fire');
  });

  it('walks expressions of any depth', async () => {
    const t = countedTable();
    const sql = `SELECT ${Array.from({ length: 20_000 }, (_unused, index) => index).join(' + ')} FROM t`;
    await resolveSql(sql, catalogOf({ t }));
    expect(t.asked()).toBe(1);
  });
});
