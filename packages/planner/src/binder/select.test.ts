import { Int64, schemaOf } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, catalogOf, emptyTable, planText } from '../../test/support/binder-fixture.js';

describe('SELECT', () => {
  it('selects from nothing', async () => {
    expect(await planText('SELECT 1, 1 + 1 AS two')).toMatchInlineSnapshot(`
      "Projection: Int64(1), Int64(1) + Int64(1) AS two
        EmptyRelation: rows=1"
    `);
  });

  it('resolves columns, aliases and WHERE', async () => {
    expect(await planText("SELECT a, t.b + 1 AS x FROM t WHERE c = 'x' AND T.D > 1")).toMatchInlineSnapshot(`
      "Projection: t.a, t.b + Int64(1) AS x
        Filter: (t.c = Utf8("x")) AND (t.d > Int64(1))
          TableScan: t"
    `);
  });

  it('expands wildcards, with columns left out and replaced', async () => {
    expect(await planText('SELECT *, a + 1 FROM t')).toMatchInlineSnapshot(`
      "Projection: t.a, t.b, t.c, t.d, t.e, t.a + Int64(1)
        TableScan: t"
    `);
    expect(await planText('SELECT u.*, t.a AS ta FROM t, u')).toMatchInlineSnapshot(`
      "Projection: u.a, u.x, u.y, t.a AS ta
        Cross Join: 
          TableScan: t
          TableScan: u"
    `);
    expect(await planText('SELECT * EXCLUDE (a, e) REPLACE (d * 2 AS d) FROM t')).toMatchInlineSnapshot(`
      "Projection: t.b, t.c, t.d * Int64(2) AS d
        TableScan: t"
    `);
  });

  it('folds names without quotes and keeps the others', async () => {
    expect(await planText('SELECT A, "a" AS "X y" FROM T')).toMatchInlineSnapshot(`
      "Projection: t.a, t.a AS X y
        TableScan: t"
    `);
    expect(await planText('SELECT "Ab", AB FROM "Quoted"')).toMatchInlineSnapshot(`
      "Projection: "Quoted".Ab, "Quoted".ab
        TableScan: "Quoted""
    `);
  });

  it('finds tables by schema and by catalog, and columns by any part of that name', async () => {
    expect(await planText('SELECT q, t.q AS q1, other.t.q AS q2 FROM other.t')).toMatchInlineSnapshot(`
      "Projection: other.t.q, other.t.q AS q1, other.t.q AS q2
        TableScan: other.t"
    `);
    expect(await planText('SELECT t.a FROM datafusion.public.t')).toMatchInlineSnapshot(`
      "Projection: datafusion.public.t.a
        TableScan: datafusion.public.t"
    `);
  });

  it('gives the columns types, tables and nullability', async () => {
    const { fields } = schemaOf(await bindSql('SELECT a, b + 1 AS x, a AS y, count(*) OVER () FROM t'));
    expect(
      fields.map((one) => [one.qualifier?.table, one.field.name, one.field.type.kind, one.field.nullable]),
    ).toMatchInlineSnapshot(`
      [
        [
          "t",
          "a",
          "Int64",
          false,
        ],
        [
          undefined,
          "x",
          "Int64",
          true,
        ],
        [
          undefined,
          "y",
          "Int64",
          false,
        ],
        [
          undefined,
          "count(*) ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
          "Int64",
          false,
        ],
      ]
    `);
  });

  it('takes tables of two thousand columns', async () => {
    const columns = Object.fromEntries(Array.from({ length: 2_000 }, (_unused, index) => [`c${index}`, Int64]));
    const catalog = catalogOf({ wide: emptyTable(columns) });
    const plan = await bindSql(
      `SELECT *, ${Array.from({ length: 2_000 }, (_unused, index) => `c${index} + 1 AS d${index}`).join(', ')} FROM wide WHERE c1999 > c0 ORDER BY c1000`,
      { catalog },
    );
    expect(schemaOf(plan).fields).toHaveLength(4_000);
  });

  it('tells columns apart that would have the same name', async () => {
    expect(await planText('SELECT CAST(a AS INT), CAST(a AS TEXT) FROM t')).toMatchInlineSnapshot(`
      "Projection: CAST(t.a AS Int32), CAST(t.a AS Utf8) AS CAST(t.a AS Utf8)
        TableScan: t"
    `);
    expect(await planText('SELECT * FROM (SELECT t.a, u.a FROM t, u) AS q')).toMatchInlineSnapshot(`
      "Projection: q.a, q.a:1
        SubqueryAlias: q
          Projection: t.a, u.a AS a:1
            Projection: t.a, u.a
              Cross Join: 
                TableScan: t
                TableScan: u"
    `);
  });

  it.each([
    [
      'SELECT nope FROM t',
      'Schema error: No field named nope. Valid fields are t.a, t.b, t.c, t.d, t.e. at Line: 1, Column: 8',
    ],
    [
      'SELECT a,\n  t.bb FROM t',
      "Schema error: No field named t.bb. Did you mean 't.b'? Valid fields are t.a, t.b, t.c, t.d, t.e. at Line: 2, Column: 3",
    ],
    ['SELECT u.a FROM t', 'Schema error: No field named u.a'],
    ['SELECT "A" FROM t', 'Schema error: No field named "A". Did you mean \'t.a\'?'],
    [
      'SELECT a FROM t, u',
      'Schema error: Ambiguous reference to unqualified field a: it could be t.a or u.a at Line: 1, Column: 8',
    ],
    ['SELECT a FROM tt', "table 'datafusion.public.tt' not found. Did you mean 't'? at Line: 1, Column: 15"],
    ['SELECT a FROM x.y.z', "table 'x.y.z' not found"],
    ['SELECT a FROM w.x.y.z', "Unsupported compound identifier 'w.x.y.z'. Expected 1, 2 or 3 parts, got 4"],
    [
      'SELECT a, a FROM t',
      'Projections require unique expression names but the expression "t.a" at position 0 and "t.a" at position 1 have the same name',
    ],
    ['SELECT a AS x, b AS x FROM t', 'Projections require unique expression names'],
    ['SELECT *', 'SELECT * with no tables specified is not valid'],
    ['SELECT x.* FROM t', 'Invalid qualifier x'],
    ['SELECT * EXCLUDE (zz) FROM t', 'EXCLUDE or EXCEPT names a column that is not there: zz'],
    ['SELECT * EXCLUDE (a, a) FROM t', 'EXCLUDE or EXCEPT contains duplicate column names: a'],
    ['SELECT * EXCLUDE (a, z) FROM v', 'EXCLUDE or EXCEPT leaves no column'],
    [
      'SELECT a FROM t WHERE b',
      "Cannot create filter with non-boolean predicate 't.b' returning Int32 at Line: 1, Column: 23",
    ],
    ['SELECT a FROM t WHERE sum(b) > 1', 'Aggregate functions are not allowed in WHERE'],
    ['SELECT a FROM t WHERE row_number() OVER () > 1', 'Window functions are not allowed in WHERE'],
    [
      'SELECT c + e FROM t',
      'Cannot coerce arithmetic or comparison expression Utf8 + Date32 to valid types at Line: 1',
    ],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });

  it('carries the place of an error as data too', async () => {
    await expect(bindSql('SELECT a,\n  nope FROM t')).rejects.toMatchObject({
      code: 'PLAN',
      location: { line: 2, column: 3, offset: 12 },
    });
  });
});

describe('DISTINCT', () => {
  it('removes duplicates before the order', async () => {
    expect(await planText('SELECT DISTINCT c, b FROM t ORDER BY b, 1')).toMatchInlineSnapshot(`
      "Sort: t.b ASC NULLS LAST, t.c ASC NULLS LAST
        Distinct:
          Projection: t.c, t.b
            TableScan: t"
    `);
  });

  it('ON keeps the first row of each key in the order', async () => {
    expect(await planText('SELECT DISTINCT ON (c) c AS k, a FROM t ORDER BY k, b DESC LIMIT 2')).toMatchInlineSnapshot(`
      "Limit: skip=0, fetch=2
        DistinctOn: on_expr=[[t.c]], select_expr=[[t.c AS k, t.a]], sort_expr=[[t.c ASC NULLS LAST, t.b DESC NULLS FIRST]]
          TableScan: t"
    `);
    expect(
      await planText('SELECT DISTINCT ON (c) c, sum(b) FROM t GROUP BY c ORDER BY c, sum(b)'),
    ).toMatchInlineSnapshot(`
      "DistinctOn: on_expr=[[t.c]], select_expr=[[t.c, sum(t.b)]], sort_expr=[[t.c ASC NULLS LAST, sum(t.b) ASC NULLS LAST]]
        Aggregate: groupBy=[[t.c]], aggr=[[sum(t.b)]]
          TableScan: t"
    `);
  });

  it.each([
    ['SELECT DISTINCT c FROM t ORDER BY b', 'For SELECT DISTINCT, ORDER BY expressions b must appear in select list'],
    [
      'SELECT DISTINCT ON (c) c FROM t ORDER BY b',
      'SELECT DISTINCT ON expressions must match initial ORDER BY expressions',
    ],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('ORDER BY', () => {
  it('prefers names of the SELECT list over columns, and takes positions', async () => {
    expect(await planText('SELECT -a AS a, b FROM t ORDER BY a DESC, 2 NULLS FIRST')).toMatchInlineSnapshot(`
      "Sort: a DESC NULLS FIRST, t.b ASC NULLS FIRST
        Projection: (- t.a) AS a, t.b
          TableScan: t"
    `);
    expect(await planText('SELECT a AS x FROM t ORDER BY x + 1, t.a')).toMatchInlineSnapshot(`
      "Sort: x + Int64(1) ASC NULLS LAST, x ASC NULLS LAST
        Projection: t.a AS x
          TableScan: t"
    `);
  });

  it('uses columns and expressions that are not selected, and does not show them', async () => {
    expect(await planText('SELECT a FROM t ORDER BY b, lower(c)')).toMatchInlineSnapshot(`
      "Projection: t.a
        Sort: t.b ASC NULLS LAST, lower(t.c) ASC NULLS LAST
          Projection: t.a, t.b, t.c
            TableScan: t"
    `);
    expect(await planText('SELECT c FROM t GROUP BY c ORDER BY count(*) DESC, max(a) + 1')).toMatchInlineSnapshot(`
      "Projection: t.c
        Sort: count(*) DESC NULLS FIRST, max(t.a) + Int64(1) ASC NULLS LAST
          Projection: t.c, count(*), max(t.a)
            Aggregate: groupBy=[[t.c]], aggr=[[count(*), max(t.a)]]
              TableScan: t"
    `);
    expect(await planText('SELECT a AS b FROM t ORDER BY t.b')).toMatchInlineSnapshot(`
      "Projection: b
        Sort: __sort_key_1 ASC NULLS LAST
          Projection: t.a AS b, t.b AS __sort_key_1
            TableScan: t"
    `);
  });

  it('ALL sorts by every column', async () => {
    expect(await planText('SELECT a, c FROM t ORDER BY ALL DESC')).toMatchInlineSnapshot(`
      "Sort: t.a DESC NULLS FIRST, t.c DESC NULLS FIRST
        Projection: t.a, t.c
          TableScan: t"
    `);
  });

  it('reads names inside aggregates and windows as columns of the input', async () => {
    expect(await planText('SELECT sum(b) AS b FROM t ORDER BY sum(b)')).toMatchInlineSnapshot(`
      "Sort: b ASC NULLS LAST
        Projection: sum(t.b) AS b
          Aggregate: groupBy=[[]], aggr=[[sum(t.b)]]
            TableScan: t"
    `);
    expect(await planText('SELECT -a AS a FROM t ORDER BY rank() OVER (ORDER BY a)')).toMatchInlineSnapshot(`
      "Projection: a
        Sort: rank() ORDER BY [t.a ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW ASC NULLS LAST
          Projection: (- t.a) AS a, rank() ORDER BY [t.a ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
            WindowAggr: windowExpr=[[rank() ORDER BY [t.a ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
              TableScan: t"
    `);
  });

  it('tells two volatile columns of one text apart', async () => {
    expect(await planText('SELECT random() AS x, random() AS y FROM t ORDER BY y')).toMatchInlineSnapshot(`
      "Sort: y ASC NULLS LAST
        Projection: random() AS x, random() AS y
          TableScan: t"
    `);
  });

  it.each([
    ['SELECT a FROM t ORDER BY 2', 'Order by column out of bounds, specified: 2, max: 1'],
    ['SELECT a FROM t ORDER BY 0', 'Order by index starts at 1 for column indexes'],
    ['SELECT a AS x, b AS x1 FROM t ORDER BY z', 'No field named z'],
    ['SELECT t.a, u.a FROM t, u ORDER BY a', 'Ambiguous reference to unqualified field a'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('LIMIT', () => {
  it.each([
    ['LIMIT 5 OFFSET 2', 'Limit: skip=2, fetch=5'],
    ['LIMIT 1 + 2 * 3', 'Limit: skip=0, fetch=7'],
    ['OFFSET 3', 'Limit: skip=3, fetch=None'],
    ['FETCH FIRST 4 ROWS ONLY', 'Limit: skip=0, fetch=4'],
    ['LIMIT 0', 'Limit: skip=0, fetch=0'],
    ['LIMIT NULL', 'Projection: t.a'],
    ['LIMIT ALL', 'Projection: t.a'],
  ])('%s', async (clause, line) => {
    expect((await planText(`SELECT a FROM t ${clause}`)).split('\n')[0]).toBe(line);
  });

  it.each([
    ['LIMIT -1', "LIMIT must be >= 0, '-1' was provided."],
    ['OFFSET -1', "OFFSET must be >= 0, '-1' was provided."],
    ['LIMIT 1.5', 'LIMIT must be a whole number'],
    ['LIMIT a', 'No field named a'],
    ['LIMIT 1 FETCH FIRST ROW ONLY', 'LIMIT together with FETCH is not supported yet'],
    ['FETCH FIRST 1 ROW WITH TIES', 'FETCH ... WITH TIES is not supported yet'],
  ])('refuses %s', async (clause, message) => {
    await expect(bindSql(`SELECT a FROM t ${clause}`)).rejects.toThrowError(message);
  });
});
