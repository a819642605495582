import { schemaOf } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, planText } from '../../test/support/binder-fixture.js';

describe('GROUP BY', () => {
  it('groups by columns, expressions, aliases and positions', async () => {
    expect(
      await planText('SELECT c, b + 1 AS x, lower(c) AS l, sum(a) FROM t GROUP BY c, x, 3'),
    ).toMatchInlineSnapshot(`
      "Projection: t.c, t.b + Int64(1) AS x, lower(t.c) AS l, sum(t.a)
        Aggregate: groupBy=[[t.c, t.b + Int64(1), lower(t.c)]], aggr=[[sum(t.a)]]
          TableScan: t"
    `);
  });

  it('prefers columns over aliases of the same name', async () => {
    expect(await planText('SELECT lower(c) AS b, count(*) FROM t GROUP BY b, c')).toMatchInlineSnapshot(`
      "Projection: lower(t.c) AS b, count(*)
        Aggregate: groupBy=[[t.b, t.c]], aggr=[[count(*)]]
          TableScan: t"
    `);
  });

  it('computes each aggregate once, wherever it stands', async () => {
    expect(
      await planText('SELECT sum(a), sum(a) / count(*) AS m FROM t HAVING sum(a) > 1 ORDER BY count(*)'),
    ).toMatchInlineSnapshot(`
      "Projection: sum(t.a), m
        Sort: count(*) ASC NULLS LAST
          Projection: sum(t.a), sum(t.a) / count(*) AS m, count(*)
            Filter: sum(t.a) > Int64(1)
              Aggregate: groupBy=[[]], aggr=[[sum(t.a), count(*)]]
                TableScan: t"
    `);
  });

  it('keeps DISTINCT, FILTER, ORDER BY and WITHIN GROUP', async () => {
    expect(
      await planText(
        "SELECT count(DISTINCT a), sum(b) FILTER (WHERE c = 'x'), array_agg(a ORDER BY b DESC), percentile_cont(0.5) WITHIN GROUP (ORDER BY d DESC), first_value(a ORDER BY b) IGNORE NULLS FROM t",
      ),
    ).toMatchInlineSnapshot(`
      "Projection: count(DISTINCT t.a), sum(t.b) FILTER (WHERE t.c = Utf8("x")), array_agg(t.a) ORDER BY [t.b DESC NULLS FIRST], percentile_cont(t.d, Float64(0.5)) ORDER BY [t.d DESC NULLS FIRST], first_value(t.a) IGNORE NULLS ORDER BY [t.b ASC NULLS LAST]
        Aggregate: groupBy=[[]], aggr=[[count(DISTINCT t.a), sum(t.b) FILTER (WHERE t.c = Utf8("x")), array_agg(t.a) ORDER BY [t.b DESC NULLS FIRST], percentile_cont(t.d, Float64(0.5)) ORDER BY [t.d DESC NULLS FIRST], first_value(t.a) IGNORE NULLS ORDER BY [t.b ASC NULLS LAST]]]
          TableScan: t"
    `);
  });

  it('lets HAVING use aliases', async () => {
    expect(
      await planText('SELECT c, max(a) AS m FROM t GROUP BY c HAVING m > 10 AND c IS NOT NULL'),
    ).toMatchInlineSnapshot(`
      "Projection: t.c, max(t.a) AS m
        Filter: (max(t.a) > Int64(10)) AND t.c IS NOT NULL
          Aggregate: groupBy=[[t.c]], aggr=[[max(t.a)]]
            TableScan: t"
    `);
  });

  it('ALL groups by what is no aggregate', async () => {
    expect(await planText('SELECT c, b + 1 AS x, sum(a) FROM t GROUP BY ALL')).toMatchInlineSnapshot(`
      "Projection: t.c, t.b + Int64(1) AS x, sum(t.a)
        Aggregate: groupBy=[[t.c, t.b + Int64(1)]], aggr=[[sum(t.a)]]
          TableScan: t"
    `);
  });

  it('replaces whole keys, also inside expressions', async () => {
    expect(
      await planText('SELECT (b + 1) * 2, CASE WHEN b + 1 > 2 THEN 1 END FROM t GROUP BY b + 1'),
    ).toMatchInlineSnapshot(`
      "Projection: t.b + Int64(1) * Int64(2) AS (t.b + Int64(1)) * Int64(2), CASE WHEN t.b + Int64(1) > Int64(2) THEN Int64(1) END AS CASE WHEN (t.b + Int64(1)) > Int64(2) THEN Int64(1) END
        Aggregate: groupBy=[[t.b + Int64(1)]], aggr=[[]]
          TableScan: t"
    `);
  });

  it('lets correlated subqueries see the keys', async () => {
    expect(await planText('SELECT c, (SELECT max(x) FROM u WHERE u.y = t.c) FROM t GROUP BY c')).toMatchInlineSnapshot(`
      "Projection: t.c, (<subquery>)
        Subquery:
          Projection: max(u.x)
            Aggregate: groupBy=[[]], aggr=[[max(u.x)]]
              Filter: u.y = outer_ref(t.c)
                TableScan: u
        Aggregate: groupBy=[[t.c]], aggr=[[]]
          TableScan: t"
    `);
  });

  it('of nothing makes one row', async () => {
    expect(await planText('SELECT 1 FROM t GROUP BY ()')).toMatchInlineSnapshot(`
      "Projection: Int64(1)
        Aggregate: groupBy=[[]], aggr=[[]]
          TableScan: t"
    `);
  });

  it('tells aggregates of one name apart', async () => {
    expect(await planText('SELECT sum(CAST(a AS INT)), sum(CAST(a AS DOUBLE)) FROM t')).toMatchInlineSnapshot(`
      "Projection: sum(t.a), sum(CAST(t.a AS Float64))
        Aggregate: groupBy=[[]], aggr=[[sum(CAST(t.a AS Int32)), sum(CAST(t.a AS Float64)) AS sum(CAST(t.a AS Float64))]]
          TableScan: t"
    `);
  });

  it.each([
    [
      'SELECT a, b FROM t GROUP BY a',
      'column "t.b" must appear in the GROUP BY clause or must be part of an aggregate function, currently only "t.a" appears in GROUP BY at Line: 1, Column: 11',
    ],
    ['SELECT a, sum(b) FROM t', 'column "t.a" must appear in the GROUP BY clause'],
    ['SELECT sum(b) FROM t ORDER BY a', 'column "t.a" must appear in the GROUP BY clause'],
    ['SELECT * FROM t GROUP BY a', 'column "t.b" must appear in the GROUP BY clause'],
    ['SELECT a FROM t HAVING a > 1', 'column "t.a" must appear in the GROUP BY clause'],
    [
      'SELECT (SELECT max(x) FROM u WHERE u.a = t.b) FROM t GROUP BY a',
      'column "t.b" must appear in the GROUP BY clause',
    ],
    ['SELECT sum(sum(a)) FROM t', 'Aggregate functions cannot be nested'],
    ['SELECT sum(rank() OVER ()) FROM t', 'An aggregate function cannot contain a window function'],
    ['SELECT 1 FROM t GROUP BY sum(a)', 'Aggregate functions are not allowed in GROUP BY'],
    ['SELECT 1 FROM t GROUP BY 2', 'Group by column out of bounds, specified: 2, max: 1'],
    ['SELECT c, sum(a) FROM t GROUP BY c HAVING rank() OVER () > 1', 'Window functions are not allowed in HAVING'],
    [
      'SELECT sum(a ORDER BY b) WITHIN GROUP (ORDER BY c) FROM t',
      "WITHIN GROUP is not supported for the aggregate 'sum'",
    ],
    ['SELECT sum(*) FROM t', '* is not an argument of sum'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('grouping sets', () => {
  it('ROLLUP and CUBE become the sets they mean', async () => {
    expect(await planText('SELECT c, b, sum(a) FROM t GROUP BY ROLLUP (c, b)')).toMatchInlineSnapshot(`
      "Projection: t.c, t.b, sum(t.a)
        Aggregate: groupBy=[[GROUPING SETS ((t.c, t.b), (t.c), ())]], aggr=[[sum(t.a)]]
          TableScan: t"
    `);
    expect(await planText('SELECT c, b, sum(a) FROM t GROUP BY CUBE (c, b)')).toMatchInlineSnapshot(`
      "Projection: t.c, t.b, sum(t.a)
        Aggregate: groupBy=[[GROUPING SETS ((t.c, t.b), (t.c), (t.b), ())]], aggr=[[sum(t.a)]]
          TableScan: t"
    `);
  });

  it('combine with keys and with each other', async () => {
    expect(await planText('SELECT 1 FROM t GROUP BY a, ROLLUP (b), GROUPING SETS ((c), ())')).toMatchInlineSnapshot(`
      "Projection: Int64(1)
        Aggregate: groupBy=[[GROUPING SETS ((t.a, t.b, t.c), (t.a, t.b), (t.a, t.c), (t.a))]], aggr=[[]]
          TableScan: t"
    `);
    expect(await planText('SELECT 1 FROM t GROUP BY ROLLUP ((a, b), c)')).toMatchInlineSnapshot(`
      "Projection: Int64(1)
        Aggregate: groupBy=[[GROUPING SETS ((t.a, t.b, t.c), (t.a, t.b), ())]], aggr=[[]]
          TableScan: t"
    `);
    expect(await planText('SELECT 1 FROM t GROUP BY GROUPING SETS (a, ROLLUP (b), (a, b))')).toMatchInlineSnapshot(`
      "Projection: Int64(1)
        Aggregate: groupBy=[[GROUPING SETS ((t.a), (t.b), (), (t.a, t.b))]], aggr=[[]]
          TableScan: t"
    `);
  });

  it('make keys nullable that a set leaves out', async () => {
    const schemaOfAggregate = async (sql: string) => {
      const plan = await bindSql(sql);
      return plan.kind === 'Projection'
        ? schemaOf(plan.input).fields.map((one) => [one.field.name, one.field.type.kind, one.field.nullable])
        : [];
    };
    expect(await schemaOfAggregate('SELECT a FROM t GROUP BY ROLLUP (a)')).toEqual([
      ['a', 'Int64', true],
      ['__grouping_id', 'UInt8', false],
    ]);
    expect(await schemaOfAggregate('SELECT a FROM t GROUP BY GROUPING SETS ((a, b), (a))')).toEqual([
      ['a', 'Int64', false],
      ['b', 'Int32', true],
      ['__grouping_id', 'UInt8', false],
    ]);
  });

  it('answer grouping() from the id of the set', async () => {
    expect(
      await planText('SELECT grouping(b, c) AS g FROM t GROUP BY ROLLUP (c, b) HAVING grouping(c) = 0'),
    ).toMatchInlineSnapshot(`
      "Projection: CAST((((CAST(__grouping_id AS Int64) >> Int64(0)) & Int64(1)) << Int64(1)) | (((CAST(__grouping_id AS Int64) >> Int64(1)) & Int64(1)) << Int64(0)) AS Int32) AS g
        Filter: CAST(((CAST(__grouping_id AS Int64) >> Int64(1)) & Int64(1)) << Int64(0) AS Int32) = Int64(0)
          Aggregate: groupBy=[[GROUPING SETS ((t.c, t.b), (t.c), ())]], aggr=[[]]
            TableScan: t"
    `);
    expect(await planText('SELECT grouping(c) AS g FROM t GROUP BY c')).toMatchInlineSnapshot(`
      "Projection: Int32(0) AS g
        Aggregate: groupBy=[[t.c]], aggr=[[]]
          TableScan: t"
    `);
  });

  it.each([
    ['SELECT grouping(a) FROM t GROUP BY ROLLUP (b)', 'Argument of grouping() is not an expression in GROUP BY: a'],
    [
      `SELECT 1 FROM t GROUP BY CUBE (${Array.from({ length: 13 }, (_unused, index) => `a + ${index}`).join(', ')})`,
      'GROUP BY would make 8192 grouping sets, more than the limit of 4096',
    ],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('window functions', () => {
  it('share a node per order, the longest first', async () => {
    expect(
      await planText(
        'SELECT rank() OVER (PARTITION BY c), row_number() OVER (PARTITION BY c ORDER BY b), sum(a) OVER (PARTITION BY c ORDER BY b ROWS 2 PRECEDING) FROM t',
      ),
    ).toMatchInlineSnapshot(`
      "Projection: rank() PARTITION BY [t.c] ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING, row_number() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, sum(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] ROWS BETWEEN 2 PRECEDING AND CURRENT ROW
        WindowAggr: windowExpr=[[rank() PARTITION BY [t.c] ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING]]
          WindowAggr: windowExpr=[[row_number() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, sum(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] ROWS BETWEEN 2 PRECEDING AND CURRENT ROW]]
            TableScan: t"
    `);
  });

  it('run over groups', async () => {
    expect(
      await planText('SELECT c, sum(sum(a)) OVER (ORDER BY c), rank() OVER (ORDER BY count(*) DESC) FROM t GROUP BY c'),
    ).toMatchInlineSnapshot(`
      "Projection: t.c, sum(sum(t.a)) ORDER BY [t.c ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, rank() ORDER BY [count(*) DESC NULLS FIRST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        WindowAggr: windowExpr=[[rank() ORDER BY [count(*) DESC NULLS FIRST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
          WindowAggr: windowExpr=[[sum(sum(t.a)) ORDER BY [t.c ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
            Aggregate: groupBy=[[t.c]], aggr=[[sum(t.a), count(*)]]
              TableScan: t"
    `);
  });

  it('filter with QUALIFY, which may use aliases', async () => {
    expect(
      await planText('SELECT a, row_number() OVER (PARTITION BY c ORDER BY b) AS n FROM t QUALIFY n = 1 ORDER BY a'),
    ).toMatchInlineSnapshot(`
      "Sort: t.a ASC NULLS LAST
        Projection: t.a, row_number() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW AS n
          Filter: row_number() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW = Int64(1)
            WindowAggr: windowExpr=[[row_number() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
              TableScan: t"
    `);
    expect(await planText('SELECT a FROM t QUALIFY rank() OVER (ORDER BY b) < 3')).toMatchInlineSnapshot(`
      "Projection: t.a
        Filter: rank() ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW < Int64(3)
          WindowAggr: windowExpr=[[rank() ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
            TableScan: t"
    `);
  });

  it('build on named windows', async () => {
    expect(
      await planText(
        'SELECT sum(a) OVER w, avg(a) OVER (w ROWS 1 PRECEDING), rank() OVER x FROM t WINDOW v AS (PARTITION BY c), w AS (v ORDER BY b), x AS w',
      ),
    ).toMatchInlineSnapshot(`
      "Projection: sum(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, avg(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] ROWS BETWEEN 1 PRECEDING AND CURRENT ROW, rank() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        WindowAggr: windowExpr=[[sum(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW, avg(t.a) PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] ROWS BETWEEN 1 PRECEDING AND CURRENT ROW, rank() PARTITION BY [t.c] ORDER BY [t.b ASC NULLS LAST] RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW]]
          TableScan: t"
    `);
  });

  it.each([
    ['ROWS UNBOUNDED PRECEDING', 'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'],
    ['ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING', 'ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING'],
    ['GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING', 'GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING'],
    ["RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW", 'RANGE BETWEEN 1 days PRECEDING AND CURRENT ROW'],
    ["RANGE '1 day' PRECEDING", 'RANGE BETWEEN 1 days PRECEDING AND CURRENT ROW'],
    ['', 'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW'],
    ['ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS', 'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW'],
  ])('frame %j', async (frame, shown) => {
    expect(await planText(`SELECT sum(a) OVER (ORDER BY e ${frame}) FROM t`)).toContain(
      `ORDER BY [t.e ASC NULLS LAST] ${shown}`,
    );
  });

  it('without an order treat all rows of the partition as peers', async () => {
    expect(await planText('SELECT sum(a) OVER (RANGE CURRENT ROW) FROM t')).toContain(
      'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
    );
  });

  it.each([
    ['SELECT rank() FROM t', "The window function 'rank' needs an OVER clause"],
    ['SELECT sum(a) OVER nope FROM t', "The window 'nope' is not defined!"],
    ['SELECT sum(a) OVER w FROM t WINDOW w AS (v), v AS (w)', 'defined in a circle'],
    [
      'SELECT sum(a) OVER (w PARTITION BY b) FROM t WINDOW w AS (ORDER BY a)',
      "cannot override PARTITION BY clause of window 'w'",
    ],
    [
      'SELECT sum(a) OVER (w ORDER BY b) FROM t WINDOW w AS (ORDER BY a)',
      "cannot override ORDER BY clause of window 'w'",
    ],
    [
      'SELECT sum(a) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY a ROWS 1 PRECEDING)',
      "cannot copy window 'w' because it has a frame clause",
    ],
    ['SELECT sum(a) OVER (GROUPS 1 PRECEDING) FROM t', 'GROUPS mode requires an ORDER BY clause'],
    ['SELECT sum(a) OVER (ORDER BY a, b RANGE 1 PRECEDING) FROM t', 'the ORDER BY expression must be of length 1'],
    [
      'SELECT sum(a) OVER (ORDER BY a ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM t',
      'start bound cannot be larger than end bound',
    ],
    [
      'SELECT sum(a) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND 2 PRECEDING) FROM t',
      'start bound cannot be larger than end bound',
    ],
    [
      'SELECT sum(a) OVER (ORDER BY a ROWS BETWEEN UNBOUNDED FOLLOWING AND CURRENT ROW) FROM t',
      'start bound cannot be UNBOUNDED FOLLOWING',
    ],
    ['SELECT sum(a) OVER (ORDER BY a ROWS -1 PRECEDING) FROM t', 'must be non negative integers'],
    ['SELECT sum(a) OVER (ORDER BY a ROWS b PRECEDING) FROM t', 'frame offsets must be literals'],
    ['SELECT sum(a) OVER (ORDER BY a ROWS NULL PRECEDING) FROM t', 'frame offsets must be literals that are not NULL'],
    [
      'SELECT sum(a) OVER (ORDER BY a ROWS 1 PRECEDING EXCLUDE TIES) FROM t',
      'Window frame EXCLUDE TIES is not supported yet',
    ],
    ['SELECT sum(rank() OVER ()) OVER () FROM t', 'Window functions cannot be nested'],
    ['SELECT a FROM t QUALIFY a > 1', 'QUALIFY clause requires window functions'],
    ['SELECT rank() FILTER (WHERE true) OVER () FROM t', "FILTER cannot be used with the window function 'rank'"],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});
