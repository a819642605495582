import { NotYetSupportedError, SqlParseError } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../test/support/sql.js';
import { formatStatement } from '../format/statement.js';
import { parseStatements } from './statement.js';

const canonical = (sql: string): string => parseStatements(sql).map(formatStatement).join('; ');

describe('DDL', () => {
  it.each([
    ['create database if not exists a', 'CREATE DATABASE IF NOT EXISTS a'],
    ['create schema a.b', 'CREATE SCHEMA a.b'],
    [
      'create table t (a int not null default 1, b text primary key, unique (a), constraint x foreign key (a) references u (c), check (a > 1))',
      'CREATE TABLE t (a INT NOT NULL DEFAULT 1, b TEXT PRIMARY KEY, UNIQUE (a), CONSTRAINT x FOREIGN KEY (a) REFERENCES u (c), CHECK (a > 1))',
    ],
    ['create or replace table t as select 1', 'CREATE OR REPLACE TABLE t AS SELECT 1'],
    ['create table if not exists t (a int) as values (1)', 'CREATE TABLE IF NOT EXISTS t (a INT) AS VALUES (1)'],
    ['create temp table t (a int)', 'CREATE TEMPORARY TABLE t (a INT)'],
    ['create or replace view v (a, b) as select 1', 'CREATE OR REPLACE VIEW v (a, b) AS SELECT 1'],
    [
      'create function f(a int, text default 1) returns int language sql immutable return $1',
      'CREATE FUNCTION f(a INT, TEXT DEFAULT 1) RETURNS INT LANGUAGE sql IMMUTABLE RETURN $1',
    ],
    ['create unique index i on t using btree (a desc, b)', 'CREATE UNIQUE INDEX i ON t USING btree (a DESC, b)'],
    ['drop table if exists t, u cascade', 'DROP TABLE IF EXISTS t, u CASCADE'],
    ['drop schema s restrict', 'DROP SCHEMA s'],
    ['drop view v', 'DROP VIEW v'],
  ])('reads %s', (sql, expected) => {
    expect(canonical(sql)).toBe(expected);
  });

  it.each([
    ['int, integer, int4, bigint unsigned, tinyint(3), int2'.split(', ')],
    ['float(3), real, double precision, double, decimal, decimal(5), numeric(10,-2), dec(1,0)'.split(/, (?!\d)/)],
    ['char(3), varchar, character varying(3), text, string, uuid, json, bytea, blob, varbinary(3)'.split(', ')],
    [
      'date, time(3) without time zone, timestamp(3) with time zone, timestamptz, interval, interval year to month'.split(
        ', ',
      ),
    ],
    ['int[], int[3], int[][], array<array<int>>, map<int, text>, map(int, int[])'.split(/, (?!text|int\[\]\))/)],
    ['struct<a int, b struct<c text, d double precision>>, struct(int, text), row(a int)'.split(/, (?=struct\(|row)/)],
    ['my.type, foo(1, x), "Foo"'.split(/, (?![x])/)],
  ])('takes the types %j', (types) => {
    for (const type of types) {
      const columns = statementOf(`create table t (c ${type})`);
      expect(columns).toMatchObject({ kind: 'CreateTable', columns: [{ name: { value: 'c' } }] });
      expect(statementOf(formatStatement(columns))).toEqual(columns);
    }
  });

  it('reads >> as two closing brackets inside types only', () => {
    expect(statementOf('create table t (a array<array<int>>)')).toMatchObject({
      columns: [{ type: { kind: 'ArrayType', element: { kind: 'ArrayType', element: { name: 'INT' } } } }],
    });
    expect(canonical('select a >> b')).toBe('SELECT a >> b');
  });

  it('takes the clauses of CREATE EXTERNAL TABLE in any order', () => {
    const clauses = [
      'STORED AS csv',
      "LOCATION 'data/'",
      'PARTITIONED BY (y, m)',
      'WITH ORDER (a DESC NULLS LAST, b)',
      'WITH ORDER (c)',
      "OPTIONS ('format.has_header' true, delimiter ';', format.schema_infer_max_rec -1)",
    ];
    const head = 'CREATE UNBOUNDED EXTERNAL TABLE IF NOT EXISTS t (a INT, b TEXT)';
    const forward = statementOf([head, ...clauses].join(' '));
    expect(forward).toMatchObject({
      kind: 'CreateExternalTable',
      unbounded: true,
      ifNotExists: true,
      fileType: 'CSV',
      locations: ['data/'],
      partitionedBy: [{ name: { value: 'y' } }, { name: { value: 'm' } }],
      orders: [[{ direction: 'DESC', nulls: 'LAST' }, {}], [{}]],
      options: [
        { key: 'format.has_header', value: 'true' },
        { key: 'delimiter', value: ';' },
        { key: 'format.schema_infer_max_rec', value: '-1' },
      ],
    });
    // The two WITH ORDER keep their order, so only the others move.
    expect(
      statementOf([head, clauses[5], clauses[3], clauses[2], clauses[4], clauses[1], clauses[0]].join(' ')),
    ).toEqual(forward);
  });

  it('takes several locations, typed partition columns and other file types', () => {
    expect(canonical("create external table t stored as 'my type' location ('a', 'b') partitioned by (y int)")).toBe(
      "CREATE EXTERNAL TABLE t STORED AS 'MY TYPE' LOCATION ('a', 'b') PARTITIONED BY (y INT)",
    );
  });

  it.each([
    ["create external table t location 'x'", 'Missing STORED AS clause'],
    ['create external table t stored as csv', 'Missing LOCATION clause'],
    [
      "create external table t stored as csv stored as csv location 'x'",
      'STORED AS specified more than once at Line: 1, Column: 39',
    ],
    ["create external table t stored as csv location 'x' location 'y'", 'LOCATION specified more than once'],
    [
      "create or replace external table if not exists t stored as csv location 'x'",
      "'IF NOT EXISTS' cannot coexist with 'REPLACE'",
    ],
    [
      "create external table t stored as csv with header row location 'x'",
      "The clause WITH HEADER ROW is gone: write OPTIONS ('has_header' 'true')",
    ],
    ["create external table t stored as csv delimiter ';' location 'x'", 'The clause DELIMITER is gone'],
    ["create external table t stored as csv compression type gzip location 'x'", 'The clause COMPRESSION TYPE is gone'],
    ["create external table t stored as csv location 'x' partitioned by (a, b int)", 'not a mixture of both'],
    ["create external table t stored as csv location 'x' nonsense", 'Expected: STORED AS, LOCATION'],
    ['create table t (a)', 'Expected: a data type name, found: )'],
    ['create table t (a decimal(1,2,3))', 'takes at most 2 numbers'],
    ['create foo', 'Expected: an object type after CREATE, found: foo'],
    ['create or replace schema s', 'Expected: TABLE, EXTERNAL TABLE, VIEW or FUNCTION after CREATE OR REPLACE'],
    ['drop foo x', 'Expected: an object type after DROP'],
  ])('refuses %s', (sql, message) => {
    expect(() => parseStatements(sql)).toThrowError(message);
    expect(() => parseStatements(sql)).toThrowError(SqlParseError);
  });
});

describe('DML', () => {
  it.each([
    ['insert into t values (1, default)', 'INSERT INTO t VALUES (1, default)'],
    ['insert into t (a, b) select 1', 'INSERT INTO t (a, b) SELECT 1'],
    ['insert into t (select 1)', 'INSERT INTO t (SELECT 1)'],
    ['insert into t ((select 1) union select 2)', 'INSERT INTO t ((SELECT 1) UNION SELECT 2)'],
    ['insert overwrite table t values (1)', 'INSERT OVERWRITE t VALUES (1)'],
    ['replace into t values (1)', 'REPLACE INTO t VALUES (1)'],
    ['insert or replace into t values (1)', 'REPLACE INTO t VALUES (1)'],
    ['insert into t default values', 'INSERT INTO t DEFAULT VALUES'],
    ['insert into t with a as (select 1) select * from a', 'INSERT INTO t WITH a AS (SELECT 1) SELECT * FROM a'],
    ["copy t to 'x.csv'", "COPY t TO 'x.csv'"],
    [
      "copy (select 1) to 'x' options (compression 'zstd(3)', a.b 1) stored as parquet partitioned by (c)",
      "COPY (SELECT 1) TO 'x' STORED AS PARQUET PARTITIONED BY (c) OPTIONS ('compression' 'zstd(3)', 'a.b' '1')",
    ],
    ['update t as u set a = 1, b = default where c', 'UPDATE t AS u SET a = 1, b = DEFAULT WHERE c'],
    ['delete from t where a', 'DELETE FROM t WHERE a'],
    ['truncate t', 'TRUNCATE TABLE t'],
    [
      'merge into t x using (select 1) y on a when matched and b then delete when matched then update set c = 1 when not matched by source then delete when not matched by target then insert (d) values (default)',
      'MERGE INTO t AS x USING (SELECT 1) AS y ON a WHEN MATCHED AND b THEN DELETE WHEN MATCHED THEN UPDATE SET c = 1 WHEN NOT MATCHED BY SOURCE THEN DELETE WHEN NOT MATCHED THEN INSERT (d) VALUES (DEFAULT)',
    ],
  ])('reads %s', (sql, expected) => {
    expect(canonical(sql)).toBe(expected);
  });

  it.each([
    ['insert into t', 'Expected: SELECT, VALUES, or a subquery in the query body'],
    ['copy t to x', "Expected: a path such as 'folder/file.parquet', found: x"],
    ["copy t to 'x' (format csv)", "Options of COPY are written OPTIONS ('key' 'value', ...)"],
    ["copy t to 'x' stored as csv stored as json", 'STORED AS specified more than once'],
    ['merge into t using u on a', 'Expected: WHEN'],
    ['merge into t using u on a when matched then insert values (1)', 'WHEN MATCHED cannot INSERT'],
    ['merge into t using u on a when not matched then delete', 'WHEN NOT MATCHED cannot DELETE'],
    ['update t', 'Expected: SET'],
  ])('refuses %s', (sql, message) => {
    expect(() => parseStatements(sql)).toThrowError(message);
  });

  it.each([
    'insert into t values (1) on conflict do nothing',
    'insert into t values (1) returning a',
    'insert into t partition (a = 1) values (1)',
    "copy t from 'x'",
    'update t set (a, b) = (1, 2)',
  ])('says of %s that it is not there yet', (sql) => {
    expect(() => parseStatements(sql)).toThrowError(NotYetSupportedError);
  });
});

describe('session statements', () => {
  it.each([
    ['explain select 1', 'EXPLAIN SELECT 1'],
    ['explain analyze verbose format tree select 1', "EXPLAIN ANALYZE VERBOSE FORMAT 'tree' SELECT 1"],
    [
      "explain (analyze, format pgjson, metrics 'rows,bytes', timing false) select 1",
      "EXPLAIN (ANALYZE, FORMAT 'pgjson', METRICS 'rows,bytes', TIMING 'false') SELECT 1",
    ],
    ['explain (select 1) union select 2', 'EXPLAIN (SELECT 1) UNION SELECT 2'],
    ['describe t', 'DESCRIBE t'],
    ['desc select 1', 'DESCRIBE SELECT 1'],
    ['set a.b.c = 1', 'SET a.b.c = 1'],
    ["set a to 'x'", "SET a = 'x'"],
    ['set a = on', 'SET a = on'],
    ['set a = default', 'SET a = default'],
    ["set time zone 'UTC'", "SET timezone = 'UTC'"],
    ['set session a = 1', 'SET SESSION a = 1'],
    ['reset a.b', 'RESET a.b'],
    ['reset all', 'RESET ALL'],
    ['show a.b', 'SHOW a.b'],
    ['show all verbose', 'SHOW ALL VERBOSE'],
    ['show time zone', 'SHOW timezone'],
    ['show tables', 'SHOW TABLES'],
    ['show extended full columns in t', 'SHOW EXTENDED FULL COLUMNS FROM t'],
    ['show create table t', 'SHOW CREATE TABLE t'],
    ["show functions like 'a%'", "SHOW FUNCTIONS LIKE 'a%'"],
    ['prepare p(int, text) as select $1', 'PREPARE p(INT, TEXT) AS SELECT $1'],
    ["execute p(1, 'a')", "EXECUTE p(1, 'a')"],
    ['deallocate prepare p', 'DEALLOCATE p'],
    ['begin', 'BEGIN TRANSACTION'],
    [
      'start transaction isolation level repeatable read, read only',
      'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
    ],
    ['end', 'COMMIT'],
    ['rollback and chain', 'ROLLBACK AND CHAIN'],
  ])('reads %s', (sql, expected) => {
    expect(canonical(sql)).toBe(expected);
  });

  it.each([
    ['explain explain select 1', 'EXPLAIN must be the root of the statement'],
    ['set a', 'Expected: equals sign or TO, found: end of input'],
    ['prepare p select 1', 'Expected: AS, found: select'],
    ['start', 'Expected: TRANSACTION'],
    ['begin isolation level foo', 'Expected: an isolation level'],
  ])('refuses %s', (sql, message) => {
    expect(() => parseStatements(sql)).toThrowError(message);
  });
});
