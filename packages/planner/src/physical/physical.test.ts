import {
  type Expr,
  exact,
  inexact,
  type ListingTableSource,
  type PartitionedFile,
  type ScalarValue,
  type Statistics,
  tableReference,
  unknownColumn,
} from '@ballista-ts/core';
import { createEvaluationContext, evaluateConstant } from '@ballista-ts/functions';
import { describe, expect, test } from 'vitest';
import { createPlanner } from '../planner.js';
import { planSql, testConfig, testNow } from '../testing/plan-sql.js';
import { ruleCatalog as catalog } from '../testing/rule-catalog.js';
import { testSource } from '../testing/test-catalog.js';
import { createPhysicalExpr } from './create-physical-expr.js';
import { groupingKeys } from './grouping-sets.js';
import { mergeStatistics } from './merge-statistics.js';
import { splitUrl } from './plan-sink.js';
import { similarToPattern } from './similar-to.js';
import { canSplit } from './split-files.js';

const planner = createPlanner();
const ctx = planner.context({ config: testConfig, queryTimeNanos: testNow });
const evaluation = createEvaluationContext();
const text = (value: string | null): ScalarValue => ({ type: { kind: 'Utf8' }, value });
const bool = (value: boolean | null): Expr => ({ kind: 'Literal', value: { type: { kind: 'Boolean' }, value } });
const value = (expr: Expr): unknown =>
  evaluateConstant(createPhysicalExpr(expr, { schema: { fields: [] }, functions: planner.functions }), evaluation)
    .value;

describe('SIMILAR TO', () => {
  test.each([
    ['a%(b|c)', 'axxb', true],
    ['a%(b|c)', 'axxd', false],
    ['a_c', 'abc', true],
    ['a_c', 'abbc', false],
    ['a.c', 'abc', false],
    ['%', 'line\nbreak', true],
    ['[ab]+', 'abba', true],
    ['[ab]+', 'abc', false],
    ['^a$', 'a', false],
    ['\\%', '%', true],
    ['', '', true],
  ])('%s matches %j: %s', (pattern, subject, expected) => {
    expect(
      value({
        kind: 'SimilarTo',
        expr: { kind: 'Literal', value: text(subject) },
        pattern: { kind: 'Literal', value: text(pattern) },
        negated: false,
      }),
    ).toBe(expected);
  });

  test('NULL stays NULL, and a pattern that is computed is not supported', () => {
    const nothing = { kind: 'Literal', value: text(null) } as const;
    expect(similarToPattern(nothing)).toBe(nothing);
    expect(() => similarToPattern({ kind: 'Column', name: 'p', index: 0 })).toThrow(
      'SIMILAR TO with a pattern that is not a constant is not supported yet',
    );
  });
});

describe('expressions', () => {
  test.each([
    ['IsTrue', [true, false, false]],
    ['IsFalse', [false, true, false]],
    ['IsUnknown', [false, false, true]],
    ['IsNotTrue', [false, true, true]],
    ['IsNotFalse', [true, false, true]],
    ['IsNotUnknown', [true, true, false]],
  ] as const)('%s of true, false and NULL', (kind, expected) => {
    expect([true, false, null].map((one) => value({ kind, expr: bool(one) }))).toEqual(expected);
  });

  const number = (of: number | null): Expr => ({ kind: 'Literal', value: { type: { kind: 'Int32' }, value: of } });
  test.each([
    [2, 1, 3, false, true],
    [0, 1, 3, false, false],
    [0, 1, 3, true, true],
    [5, null, 3, false, false],
    [2, null, 3, false, null],
  ])('%s BETWEEN %s AND %s (negated: %s) is %s', (of, low, high, negated, expected) => {
    expect(value({ kind: 'Between', expr: number(of), low: number(low), high: number(high), negated })).toBe(expected);
  });

  test('a parameter without a value is an error that names it', () => {
    expect(() => value({ kind: 'Placeholder', id: '$1' })).toThrow('no value was given for the parameter $1');
  });

  test('10,000 operators cost no stack', () => {
    let chain = number(0);
    for (let index = 0; index < 10_000; index += 1) {
      chain = { kind: 'BinaryExpr', left: chain, op: 'Plus', right: number(1) };
    }
    expect(createPhysicalExpr(chain, { schema: { fields: [] }, functions: planner.functions }).kind).toBe('BinaryExpr');
  });
});

describe('grouping sets', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name): Expr => ({ kind: 'Column', name }));
  const sets = (form: 'rollup' | 'cube' | 'groupingSets', lists: readonly (readonly Expr[])[]): string[] | undefined =>
    groupingKeys([{ kind: 'GroupingSet', form, sets: lists }]).sets?.map((set) =>
      set.map((nulled, index) => (nulled ? '-' : 'abc'[index])).join(''),
    );

  test('a rollup leaves keys out from the right, a cube in every way', () => {
    expect(sets('rollup', [[a!, b!, c!]])).toEqual(['abc', 'ab-', 'a--', '---']);
    expect(sets('cube', [[a!, b!]])).toEqual(['ab', '-b', 'a-', '--']);
    expect(sets('groupingSets', [[b!], [a!, b!], []])).toEqual(['a-', 'ab', '--']);
  });

  test('too many sets are refused', () => {
    const keys = Array.from({ length: 13 }, (_, index): Expr => ({ kind: 'Column', name: `k${index}` }));
    expect(() => groupingKeys([{ kind: 'GroupingSet', form: 'cube', sets: [keys] }])).toThrow(
      '8192 grouping sets; 4096',
    );
  });
});

describe('files', () => {
  const file = (year: number | null, rows: number): PartitionedFile => ({
    path: `year=${year}/f.parquet`,
    size: 100,
    lastModifiedNs: 0n,
    partitionValues: [{ type: { kind: 'Int32' }, value: year }],
    statistics: {
      numRows: exact(rows),
      totalByteSize: exact(rows * 8),
      columns: [{ ...unknownColumn, min: exact(BigInt(rows)), max: exact(BigInt(rows * 2)), nullCount: exact(1) }],
    },
  });
  const plain = testSource('t', { rows: 60, columns: { a: { type: { kind: 'Int64' } } } });
  const source: ListingTableSource = {
    ...plain,
    partitionColumns: [{ name: 'year', type: { kind: 'Int32' }, nullable: true }],
    resolved: {
      ...plain.resolved!,
      files: [file(2022, 10), file(2023, 20), file(null, 30)],
      statistics: { ...plain.resolved!.statistics, columns: [...plain.resolved!.statistics.columns, unknownColumn] },
    },
  };
  const partitioned = {
    ...catalog,
    table: async () => ({
      schema: { fields: [...source.fileSchema.fields, ...source.partitionColumns] },
      tableType: 'BASE TABLE' as const,
      resolve: async () => source,
    }),
  };

  test('of other directories are not read, the filter on the directory is asked of no row, and statistics are those of the rest', async () => {
    const { physical, logical } = await planSql('SELECT a FROM t WHERE year >= 2023', { catalog: partitioned });
    expect(logical.kind).toBe('TableScan');
    if (physical.kind !== 'FileScanExec') throw new Error(physical.kind);
    expect(physical.config.fileGroups.flat().map((one) => one.path)).toEqual(['year=2023/f.parquet']);
    expect(physical.config.statistics).toMatchObject({ numRows: exact(20), columns: [{ min: exact(20n) }, {}] });
  });

  test('a filter on a column of the files stays', async () => {
    const { physical } = await planSql('SELECT a FROM t WHERE year = 2022 AND a > 5', { catalog: partitioned });
    expect(physical.kind).toBe('FilterExec');
  });

  test('no file left is an empty plan', async () => {
    const { physical } = await planSql('SELECT a FROM t WHERE year = 1999', { catalog: partitioned });
    expect(physical).toMatchObject({ kind: 'EmptyExec', partitionCount: 1 });
  });

  test('statistics of several files are summed, bounds widened, and unknown ones stay unknown', () => {
    const merged = mergeStatistics([file(1, 10), file(2, 20)], [{ kind: 'Int64' }], 1)!;
    expect(merged.numRows).toEqual(exact(30));
    expect(merged.columns).toEqual([
      { ...unknownColumn, nullCount: exact(2), min: exact(10n), max: exact(40n) },
      unknownColumn,
    ]);
    const loose: Statistics = { numRows: inexact(1), totalByteSize: exact(1), columns: [unknownColumn] };
    expect(mergeStatistics([file(1, 10), { statistics: loose }], [{ kind: 'Int64' }], 0)!.numRows).toEqual(inexact(11));
    expect(mergeStatistics([file(1, 10), {}], [{ kind: 'Int64' }], 0)).toBeUndefined();
    expect(mergeStatistics([file(1, 10)], [{ kind: 'Float64' }], 0)!.columns[0]!.min.kind).toBe('absent');
  });

  test('only some formats can be read from the middle', () => {
    const format = (kind: 'csv' | 'parquet' | 'json' | 'avro', compression?: string) => ({
      kind,
      options: new Map(compression === undefined ? [] : [['compression', compression]]),
    });
    expect(canSplit(format('parquet'), true)).toBe(true);
    expect(canSplit(format('csv'), false)).toBe(true);
    expect(canSplit(format('csv'), true)).toBe(false);
    expect(canSplit(format('json', 'GZIP'), false)).toBe(false);
    expect(canSplit(format('avro'), false)).toBe(false);
  });

  test('urls are a store and a path in it', () => {
    expect(splitUrl('s3://bucket/a/b')).toEqual({ objectStoreUrl: 's3://bucket/', path: 'a/b' });
    expect(splitUrl('file:///tmp/x')).toEqual({ objectStoreUrl: 'file:///', path: 'tmp/x' });
    expect(splitUrl('/tmp/x')).toEqual({ objectStoreUrl: 'file:///', path: 'tmp/x' });
  });
});

describe('writing', () => {
  test('INSERT into a directory of files becomes a sink', () => {
    const target = testSource('t', { rows: 1, columns: { a: { type: { kind: 'Int64' } } } });
    const plan = planner.createPhysicalPlan(
      {
        kind: 'Dml',
        operation: 'insertAppend',
        tableName: tableReference('t'),
        target,
        input: { kind: 'EmptyRelation', produceOneRow: false, schema: { fields: [] } },
      },
      ctx,
    );
    expect(plan).toMatchObject({
      kind: 'FileSinkExec',
      path: 'data/t/',
      insertMode: 'append',
      outputMode: 'directory',
    });
    const single = { ...target, paths: ['file:///data/one.parquet'] };
    const into =
      (of: ListingTableSource, operation: 'insertAppend' | 'delete' = 'insertAppend') =>
      () =>
        planner.createPhysicalPlan(
          {
            kind: 'Dml',
            operation,
            tableName: tableReference('t'),
            target: of,
            input: { kind: 'EmptyRelation', produceOneRow: false, schema: { fields: [] } },
          },
          ctx,
        );
    expect(into(single)).toThrow("INSERT INTO t needs a table over one directory (its location ends in '/')");
    expect(into(target, 'delete')).toThrow('delete of table t is not supported yet');
  });
});
