import { type LogicalPlan, SessionConfig, schemaOf } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, planText } from '../../../test/support/binder-fixture.js';

/** A plan without its inputs: what the statement itself says. */
async function statement(sql: string): Promise<Record<string, unknown>> {
  const { input: _input, ...rest } = (await bindSql(sql)) as LogicalPlan & { input?: LogicalPlan };
  return rest;
}

describe('CREATE TABLE', () => {
  it('keeps the columns and their nullability', async () => {
    const plan = await bindSql(
      'CREATE TABLE IF NOT EXISTS s.n (a INT NOT NULL, "B" DECIMAL(10, 2), k TEXT PRIMARY KEY)',
    );
    expect(plan).toMatchObject({
      kind: 'CreateMemoryTable',
      name: { schema: 's', table: 'n' },
      ifNotExists: true,
      orReplace: false,
    });
    expect(
      plan.kind === 'CreateMemoryTable' &&
        schemaOf(plan.input).fields.map(({ field }) => [field.name, field.type.kind, field.nullable]),
    ).toEqual([
      ['a', 'Int32', false],
      ['B', 'Decimal128', true],
      ['k', 'Utf8', false],
    ]);
  });

  it('takes its rows from a query, as the declared columns', async () => {
    expect(await planText('CREATE OR REPLACE TABLE n AS SELECT a, c FROM t')).toMatchInlineSnapshot(`
      "CreateMemoryTable: n
        Projection: t.a, t.c
          TableScan: t"
    `);
    expect(await planText('CREATE TABLE n (x BIGINT, y DOUBLE) AS SELECT a, b FROM t')).toMatchInlineSnapshot(`
      "CreateMemoryTable: n
        Projection: x, CAST(y AS Float64) AS y
          Projection: t.a AS x, t.b AS y
            Projection: t.a, t.b
              TableScan: t"
    `);
    expect(await planText('SELECT a INTO n FROM t WHERE b = 1 LIMIT 2')).toMatchInlineSnapshot(`
      "CreateMemoryTable: n
        Limit: skip=0, fetch=2
          Projection: t.a
            Filter: t.b = Int64(1)
              TableScan: t"
    `);
  });

  it.each([
    ['CREATE TABLE n (a INT, A INT)', 'Schema contains duplicate unqualified field name a at Line: 1, Column: 24'],
    ['CREATE TABLE n (a UUID)', 'SQL type UUID is not supported yet'],
    ['CREATE TABLE n (a DECIMAL(80))', 'should satisfy `0 < precision <= 76`'],
    ['CREATE TABLE n (a TIMESTAMP(4))', 'TIMESTAMP has precision 0, 3, 6 or 9, not 4'],
    ['CREATE TABLE n (a INT, CHECK (a > 1))', 'CHECK constraint is not supported yet'],
    ['CREATE TABLE n (a INT REFERENCES u (a))', 'FOREIGN KEY constraint is not supported yet'],
    ['CREATE TABLE n (a INT DEFAULT 1)', 'DEFAULT in CREATE TABLE is not supported yet'],
    ['CREATE TEMPORARY TABLE n (a INT)', 'CREATE TEMPORARY TABLE is not supported yet'],
    ['CREATE TABLE n (x INT, y INT) AS SELECT a FROM t', 'Source table contains 1 columns but only 2 names'],
    ['SELECT * FROM (SELECT a INTO n FROM t) x', 'SELECT INTO can only be a statement of its own'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('CREATE EXTERNAL TABLE', () => {
  it('carries every clause', async () => {
    const plan = await statement(
      "CREATE UNBOUNDED EXTERNAL TABLE IF NOT EXISTS x (a BIGINT NOT NULL, b TEXT DEFAULT 'z') STORED AS CSV LOCATION 's3://b/x/' PARTITIONED BY (y INT) WITH ORDER (a DESC, lower(b)) OPTIONS ('format.has_header' 'true', delimiter ';', 'parquet.compression::Col' snappy)",
    );
    expect(plan).toMatchObject({
      kind: 'CreateExternalTable',
      name: { table: 'x' },
      locations: ['s3://b/x/'],
      fileType: 'CSV',
      partitionColumns: ['y'],
      ifNotExists: true,
      orReplace: false,
      unbounded: true,
      orders: [
        [
          { asc: false, nullsFirst: true, expr: { kind: 'Column', name: 'a' } },
          { asc: true, expr: { kind: 'ScalarFunction', name: 'lower' } },
        ],
      ],
    });
    expect(plan['options']).toEqual(
      new Map([
        ['format.has_header', 'true'],
        ['format.delimiter', ';'],
        ['parquet.compression::Col', 'snappy'],
      ]),
    );
    expect((plan['schema'] as { fields: { name: string }[] }).fields.map((one) => one.name)).toEqual(['a', 'b', 'y']);
    expect([...(plan['columnDefaults'] as Map<string, unknown>).keys()]).toEqual(['b']);
    expect(plan['definition']).toContain(
      "CREATE UNBOUNDED EXTERNAL TABLE IF NOT EXISTS x (a BIGINT NOT NULL, b TEXT DEFAULT 'z')",
    );
  });

  it('leaves the columns to the files when none are declared', async () => {
    expect(
      await statement("CREATE EXTERNAL TABLE x STORED AS PARQUET LOCATION 'p' PARTITIONED BY (y, m) WITH ORDER (a)"),
    ).toMatchObject({
      schema: { fields: [] },
      partitionColumns: ['y', 'm'],
      orders: [[{ expr: { kind: 'Column', name: 'a' } }]],
    });
  });

  it.each([
    [
      "CREATE EXTERNAL TABLE x (y INT) STORED AS CSV LOCATION 'p' PARTITIONED BY (y INT)",
      'The partition column y is declared twice',
    ],
    ["CREATE EXTERNAL TABLE x STORED AS CSV LOCATION 'p' OPTIONS (a 1, 'A' 2)", 'Option A is specified multiple times'],
    [
      "CREATE EXTERNAL TABLE x STORED AS CSV LOCATION 'p' WITH ORDER (a + 1)",
      'WITH ORDER takes names of columns where the table declares none',
    ],
    ["CREATE EXTERNAL TABLE x (a INT) STORED AS CSV LOCATION 'p' WITH ORDER (b)", 'No field named b'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('other DDL', () => {
  it('makes views with their text and column names', async () => {
    const plan = await bindSql('create or replace view w (x) as select a from t');
    expect(plan).toMatchObject({
      kind: 'CreateView',
      orReplace: true,
      definition: 'CREATE OR REPLACE VIEW w (x) AS SELECT a FROM t',
    });
    expect(plan.kind === 'CreateView' && schemaOf(plan.input).fields.map((one) => one.field.name)).toEqual(['x']);
  });

  it.each([
    [
      'CREATE SCHEMA IF NOT EXISTS c.s',
      { kind: 'CreateCatalogSchema', catalog: 'c', schemaName: 's', ifNotExists: true },
    ],
    ['CREATE DATABASE D', { kind: 'CreateCatalog', catalog: 'd', ifNotExists: false }],
    [
      'DROP TABLE IF EXISTS c.s.t',
      { kind: 'DropTable', name: { catalog: 'c', schema: 's', table: 't' }, ifExists: true },
    ],
    ['DROP VIEW v', { kind: 'DropView', name: { table: 'v' }, ifExists: false }],
    ['DROP SCHEMA s CASCADE', { kind: 'DropCatalogSchema', schemaName: 's', ifExists: false, cascade: true }],
  ])('%s', async (sql, expected) => {
    expect(await statement(sql)).toEqual(expected);
  });

  it.each([
    ['DROP TABLE a, b', 'DROP takes one name'],
    ['DROP DATABASE d', 'DROP DATABASE is not supported yet'],
    ['CREATE FUNCTION f(INT) RETURNS INT RETURN $1', 'CREATE FUNCTION is not supported yet'],
    ['CREATE INDEX i ON t (a)', 'CREATE INDEX is not supported yet'],
    ['CREATE SCHEMA a.b.c', 'The name of a schema has one or two parts'],
    ['CREATE MATERIALIZED VIEW v AS SELECT 1', 'CREATE MATERIALIZED VIEW is not supported yet'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('INSERT', () => {
  it('arranges rows as the columns of the table, with casts and NULLs', async () => {
    expect(await planText("INSERT INTO u VALUES (1, 2, 'x'), (3, NULL, NULL)")).toMatchInlineSnapshot(`
      "Dml: op=[insertAppend] table=[u]
        Projection: column1 AS a, column2 AS x, column3 AS y
          Values: (Int64(1), Int64(2), Utf8("x")), (Int64(3), Int64(NULL), Utf8(NULL))"
    `);
    expect(await planText('INSERT OVERWRITE u (y, a) SELECT c, b FROM t')).toMatchInlineSnapshot(`
      "Dml: op=[insertOverwrite] table=[u]
        Projection: CAST(t.b AS Int64) AS a, Int64(NULL) AS x, t.c AS y
          Projection: t.c, t.b
            TableScan: t"
    `);
    expect(await planText('REPLACE INTO u (a) VALUES (DEFAULT), (1)')).toMatchInlineSnapshot(`
      "Dml: op=[insertReplace] table=[u]
        Projection: column1 AS a, Int64(NULL) AS x, Utf8(NULL) AS y
          Values: (Int64(NULL)), (Int64(1))"
    `);
  });

  it.each([
    ['INSERT INTO u VALUES (1)', 'Expected table schema length: 3, got: 1'],
    ['INSERT INTO u (a, nope) VALUES (1, 2)', 'No field named nope. Valid fields are a, x, y. at Line: 1, Column: 19'],
    ['INSERT INTO u (a, a) VALUES (1, 2)', 'duplicate unqualified field name a'],
    ['INSERT INTO t (b) VALUES (1)', "Column 'a' has no default value and cannot be NULL"],
    ['INSERT INTO t (a) VALUES (DEFAULT)', "Column 'a' has no default value and cannot be NULL"],
    ['INSERT INTO nope VALUES (1)', "table 'datafusion.public.nope' not found"],
    ['INSERT INTO u DEFAULT VALUES', 'INSERT ... DEFAULT VALUES is not supported yet'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('UPDATE, DELETE, TRUNCATE, COPY', () => {
  it('say which rows and what becomes of them', async () => {
    expect(
      await planText('UPDATE u AS w SET x = w.x + 1, y = DEFAULT WHERE a IN (SELECT a FROM v)'),
    ).toMatchInlineSnapshot(`
      "Dml: op=[update] table=[u]
        Projection: w.a AS a, w.x + Int64(1) AS x, Utf8(NULL) AS y
          Filter: w.a IN (<subquery>)
            Subquery:
              Projection: v.a
                TableScan: v
            SubqueryAlias: w
              TableScan: u"
    `);
    expect(await planText('DELETE FROM u WHERE x > 1')).toMatchInlineSnapshot(`
      "Dml: op=[delete] table=[u]
        Filter: u.x > Int64(1)
          TableScan: u"
    `);
    expect(await planText('TRUNCATE TABLE u')).toMatchInlineSnapshot(`
      "Dml: op=[truncate] table=[u]
        EmptyRelation: rows=0"
    `);
  });

  it('write files in the format of the statement or of the name', async () => {
    expect(await statement("COPY u TO 'out/x.csv'")).toMatchObject({
      kind: 'CopyTo',
      outputUrl: 'out/x.csv',
      format: { kind: 'csv', options: new Map() },
      partitionBy: [],
    });
    const plan = await bindSql(
      "COPY (SELECT a, y FROM u) TO 'out' STORED AS parquet PARTITIONED BY (y) OPTIONS (compression 'zstd(3)', 'execution.keep_partition_by_columns' true)",
    );
    expect(plan).toMatchObject({
      format: {
        kind: 'parquet',
        options: new Map([
          ['compression', 'zstd(3)'],
          ['execution.keep_partition_by_columns', 'true'],
        ]),
      },
      partitionBy: ['y'],
    });
  });

  it.each([
    ["COPY u TO 'out'", 'Format not explicitly set and unable to get file extension'],
    ["COPY u TO 'out.xls'", 'Unknown file format xls: it is one of parquet, csv, json, arrow, avro'],
    ["COPY u TO 'x.csv' PARTITIONED BY (q)", 'PARTITIONED BY names a column that is not written: q'],
    ['UPDATE u SET nope = 1', 'No field named nope'],
    ['UPDATE u SET x = 1, x = 2', "Column 'x' is assigned twice"],
    ['UPDATE u SET x = 1 FROM v', 'UPDATE ... FROM is not supported yet'],
    ['DELETE FROM u USING v', 'DELETE ... USING is not supported yet'],
    ['TRUNCATE u, v', 'TRUNCATE takes one table'],
    ['MERGE INTO u USING v ON u.a = v.a WHEN MATCHED THEN DELETE', 'MERGE is not supported yet'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('EXPLAIN', () => {
  it.each([
    ['EXPLAIN SELECT 1', { kind: 'Explain', verbose: false, format: 'indent' }],
    ['EXPLAIN VERBOSE SELECT 1', { kind: 'Explain', verbose: true, format: 'indent' }],
    ['EXPLAIN FORMAT TREE SELECT 1', { kind: 'Explain', format: 'tree' }],
    ['EXPLAIN (FORMAT graphviz, COSTS) SELECT 1', { kind: 'Explain', format: 'graphviz', showStatistics: true }],
    ['EXPLAIN ANALYZE SELECT 1', { kind: 'Analyze', verbose: false, format: 'indent', level: 'dev' }],
    [
      "EXPLAIN (ANALYZE, VERBOSE off, METRICS 'rows, timing', LEVEL summary, TIMING false) SELECT 1",
      { kind: 'Analyze', verbose: false, level: 'summary', categories: ['rows'] },
    ],
    ["EXPLAIN (ANALYZE, METRICS 'none', TIMING) SELECT 1", { kind: 'Analyze', categories: ['timing'] }],
  ])('%s', async (sql, expected) => {
    expect(await statement(sql)).toMatchObject(expected);
  });

  it.each([
    ['EXPLAIN FORMAT foo SELECT 1', "Expected 'indent', 'tree', 'pgjson' or 'graphviz'. Got 'foo'"],
    ['EXPLAIN VERBOSE FORMAT tree SELECT 1', 'EXPLAIN VERBOSE only supports the indent format'],
    ['EXPLAIN ANALYZE FORMAT tree SELECT 1', 'EXPLAIN ANALYZE only supports the indent and pgjson formats'],
    ['EXPLAIN (LEVEL dev) SELECT 1', 'only make sense with ANALYZE'],
    ['EXPLAIN (ANALYZE, COSTS) SELECT 1', 'COSTS cannot be used with ANALYZE'],
    ['EXPLAIN (BUFFERS) SELECT 1', 'EXPLAIN option BUFFERS is not supported yet'],
    ['EXPLAIN (FOO) SELECT 1', 'Unknown EXPLAIN option FOO'],
    ['EXPLAIN (ANALYZE maybe) SELECT 1', 'EXPLAIN option ANALYZE is true or false, not maybe'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('DESCRIBE and SHOW', () => {
  it('list columns as rows', async () => {
    expect(await planText('DESCRIBE t')).toMatchInlineSnapshot(
      `"Values: (Utf8("a"), Utf8("Int64"), Utf8("NO")), (Utf8("b"), Utf8("Int32"), Utf8("YES")), (Utf8("c"), Utf8("Utf8"), Utf8("YES")), (Utf8("d"), Utf8("Float64"), Utf8("YES")), (Utf8("e"), Utf8("Date32"), Utf8("YES"))"`,
    );
    expect(await planText('DESC SELECT a + 1 AS x FROM t')).toMatchInlineSnapshot(
      `"Values: (Utf8("x"), Utf8("Int64"), Utf8("NO"))"`,
    );
    await expect(bindSql('DESCRIBE nope')).rejects.toThrowError("table 'datafusion.public.nope' not found");
  });

  it('are queries over information_schema', async () => {
    expect(await planText('SHOW TABLES')).toMatchInlineSnapshot(`
      "Projection: information_schema.tables.table_catalog, information_schema.tables.table_schema, information_schema.tables.table_name, information_schema.tables.table_type
        TableScan: information_schema.tables"
    `);
    expect(await planText('SHOW timezone')).toMatchInlineSnapshot(`
      "Projection: information_schema.df_settings.name, information_schema.df_settings.value
        Filter: information_schema.df_settings.name = Utf8("datafusion.execution.time_zone")
          TableScan: information_schema.df_settings"
    `);
    expect(await planText('SHOW ALL')).toMatchInlineSnapshot(`
      "Sort: information_schema.df_settings.name ASC NULLS LAST
        Projection: information_schema.df_settings.name, information_schema.df_settings.value
          TableScan: information_schema.df_settings"
    `);
    expect(await planText('SHOW COLUMNS FROM other.t')).toMatchInlineSnapshot(`
      "Projection: information_schema.columns.table_catalog, information_schema.columns.table_schema, information_schema.columns.table_name, information_schema.columns.column_name, information_schema.columns.data_type, information_schema.columns.is_nullable
        Sort: information_schema.columns.ordinal_position ASC NULLS LAST
          Projection: information_schema.columns.table_catalog, information_schema.columns.table_schema, information_schema.columns.table_name, information_schema.columns.column_name, information_schema.columns.data_type, information_schema.columns.is_nullable, information_schema.columns.ordinal_position
            Filter: (information_schema.columns.table_catalog = Utf8("datafusion")) AND (information_schema.columns.table_schema = Utf8("other")) AND (information_schema.columns.table_name = Utf8("t"))
              TableScan: information_schema.columns"
    `);
    expect(await planText('SHOW CREATE TABLE t')).toContain('information_schema.views.table_name = Utf8("t")');
    expect(await planText("SHOW FUNCTIONS LIKE 'a%'")).toContain('functions.function_name LIKE Utf8("a%")');
    expect(await planText('EXPLAIN SHOW TABLES')).toContain('TableScan: information_schema.tables');
  });

  it.each([
    ['SHOW nope.nope', "'nope.nope' is not a variable which can be viewed with 'SHOW'"],
    ["SHOW TABLES LIKE 'x'", 'SHOW TABLES takes no FULL, FROM, LIKE or WHERE'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });

  it('need information_schema', async () => {
    await expect(bindSql('SHOW TABLES', { config: SessionConfig.plain() })).rejects.toThrowError(
      'SHOW TABLES is not supported unless information_schema is enabled',
    );
  });
});

describe('session statements', () => {
  it.each([
    [
      'SET datafusion.execution.batch_size = 100',
      { kind: 'SetVariable', variable: 'datafusion.execution.batch_size', value: '100' },
    ],
    [
      "SET TIME ZONE 'Europe/Berlin'",
      { kind: 'SetVariable', variable: 'datafusion.execution.time_zone', value: 'Europe/Berlin' },
    ],
    ['SET a.B TO -1.5', { kind: 'SetVariable', variable: 'a.b', value: '-1.5' }],
    ['SET a = ON', { kind: 'SetVariable', variable: 'a', value: 'ON' }],
    ['SET a = true', { kind: 'SetVariable', variable: 'a', value: 'true' }],
    ['RESET timezone', { kind: 'ResetVariable', variable: 'datafusion.execution.time_zone' }],
    ['EXECUTE p(1, $1)', { kind: 'Execute', name: 'p' }],
    ['DEALLOCATE p', { kind: 'Deallocate', name: 'p' }],
    ['BEGIN', { kind: 'TransactionStart', commit: false }],
    ['COMMIT', { kind: 'TransactionEnd', commit: true }],
    ['ROLLBACK', { kind: 'TransactionEnd', commit: false }],
  ])('%s', async (sql, expected) => {
    expect(await statement(sql)).toMatchObject(expected);
  });

  it('PREPARE keeps placeholders with their declared types', async () => {
    const plan = await bindSql('PREPARE p(INT, TEXT) AS SELECT a FROM t WHERE a = $1 AND c = $2');
    expect(plan).toMatchObject({
      kind: 'Prepare',
      name: 'p',
      parameters: [
        { name: '$1', type: { kind: 'Int32' } },
        { name: '$2', type: { kind: 'Utf8' } },
      ],
    });
    expect(JSON.stringify(plan)).toContain('"id":"$1","field":{"name":"$1","type":{"kind":"Int32"}');
  });

  it.each([
    ['SET SESSION a = 1', 'SET SESSION is not supported yet'],
    ['SET a = 1, 2', 'SET of one variable to several values is not supported yet'],
    ['SET a = 1 + 2', 'A setting is a word, a literal or a number with a sign'],
    ['RESET ALL', 'RESET ALL is not supported yet'],
    ['DEALLOCATE ALL', 'DEALLOCATE ALL is not supported yet'],
    ['COMMIT AND CHAIN', 'COMMIT or ROLLBACK AND CHAIN is not supported yet'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});
