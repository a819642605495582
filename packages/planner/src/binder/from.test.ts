import { Int64, schemaOf } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, catalogOf, emptyTable, planText } from '../../test/support/binder-fixture.js';

describe('joins', () => {
  it('split ON into keys and the rest', async () => {
    expect(
      await planText('SELECT t.b FROM t JOIN u ON t.a = u.a AND u.x = t.b + 1 AND t.b > u.x AND t.b = 3'),
    ).toMatchInlineSnapshot(`
      "Projection: t.b
        Inner Join: t.a = u.a, t.b + Int64(1) = u.x Filter: (t.b > u.x) AND (t.b = Int64(3))
          TableScan: t
          TableScan: u"
    `);
    expect(await planText('SELECT t.b FROM t JOIN u ON true')).toMatchInlineSnapshot(`
      "Projection: t.b
        Cross Join: 
          TableScan: t
          TableScan: u"
    `);
  });

  it.each([
    ['LEFT', 'Left Join'],
    ['RIGHT', 'Right Join'],
    ['FULL', 'Full Join'],
    ['LEFT SEMI', 'LeftSemi Join'],
    ['RIGHT ANTI', 'RightAnti Join'],
    ['SEMI', 'LeftSemi Join'],
  ])('%s', async (join, shown) => {
    expect(await planText(`SELECT 1 FROM t ${join} JOIN u ON t.a = u.a`)).toContain(`${shown}: t.a = u.a`);
  });

  it('make columns of the other side nullable', async () => {
    const nullable = async (sql: string) => schemaOf(await bindSql(sql)).fields.map((one) => one.field.nullable);
    expect(await nullable('SELECT t.a FROM u LEFT JOIN t ON t.a = u.a')).toEqual([true]);
    expect(await nullable('SELECT t.a FROM t LEFT JOIN u ON t.a = u.a')).toEqual([false]);
  });

  it('USING shows one column per key, of the side that is there', async () => {
    expect(await planText('SELECT *, a + 1 FROM t JOIN u USING (a)')).toMatchInlineSnapshot(`
      "Projection: t.a, t.b, t.c, t.d, t.e, u.x, u.y, t.a + Int64(1)
        Inner Join: Using t.a = u.a
          TableScan: t
          TableScan: u"
    `);
    expect(await planText('SELECT a, t.a, u.a AS ua FROM t RIGHT JOIN u USING (a)')).toMatchInlineSnapshot(`
      "Projection: u.a, t.a, u.a AS ua
        Right Join: Using t.a = u.a
          TableScan: t
          TableScan: u"
    `);
    expect(await planText('SELECT * FROM t FULL JOIN u USING (a) WHERE a > 1 ORDER BY a')).toMatchInlineSnapshot(`
      "Sort: a ASC NULLS LAST
        Projection: coalesce(t.a, u.a) AS a, t.b, t.c, t.d, t.e, u.x, u.y
          Filter: coalesce(t.a, u.a) > Int64(1)
            Full Join: Using t.a = u.a
              TableScan: t
              TableScan: u"
    `);
    expect(await planText('SELECT a, count(*) FROM t FULL JOIN u USING (a) GROUP BY a')).toMatchInlineSnapshot(`
      "Projection: coalesce(t.a, u.a) AS a, count(*)
        Aggregate: groupBy=[[coalesce(t.a, u.a)]], aggr=[[count(*)]]
          Full Join: Using t.a = u.a
            TableScan: t
            TableScan: u"
    `);
  });

  it('USING over several joins compares with the merged column', async () => {
    expect(await planText('SELECT a, z FROM t JOIN u USING (a) JOIN v USING (a)')).toMatchInlineSnapshot(`
      "Projection: t.a, v.z
        Inner Join: Using t.a = v.a
          Inner Join: Using t.a = u.a
            TableScan: t
            TableScan: u
          TableScan: v"
    `);
    expect(await planText('SELECT a FROM t FULL JOIN u USING (a) FULL JOIN v USING (a)')).toMatchInlineSnapshot(`
      "Projection: coalesce(coalesce(t.a, u.a), v.a) AS a
        Full Join: Using coalesce(t.a, u.a) = v.a
          Full Join: Using t.a = u.a
            TableScan: t
            TableScan: u
          TableScan: v"
    `);
  });

  it('NATURAL uses all common names, and is a cross join without any', async () => {
    expect(await planText('SELECT * FROM u NATURAL JOIN v')).toMatchInlineSnapshot(`
      "Projection: u.a, u.x, u.y, v.z
        Inner Join: Using u.a = v.a
          TableScan: u
          TableScan: v"
    `);
    expect(await planText('SELECT q, z FROM other.t NATURAL JOIN v')).toMatchInlineSnapshot(`
      "Projection: other.t.q, v.z
        Cross Join: 
          TableScan: other.t
          TableScan: v"
    `);
  });

  it('of a table with itself need an alias', async () => {
    expect(await planText('SELECT x.a, y.a AS b FROM t x JOIN t y ON x.a = y.b')).toMatchInlineSnapshot(`
      "Projection: x.a, y.a AS b
        Inner Join: x.a = y.b
          SubqueryAlias: x
            TableScan: t
          SubqueryAlias: y
            TableScan: t"
    `);
    await expect(bindSql('SELECT 1 FROM t, t')).rejects.toThrowError(
      'Schema contains duplicate qualified field name t.a; give one of the tables an alias',
    );
  });

  it('in parentheses come first, and an alias hides the tables inside', async () => {
    expect(await planText('SELECT v.z FROM v JOIN (t JOIN u ON t.a = u.a) ON v.a = t.a')).toMatchInlineSnapshot(`
      "Projection: v.z
        Inner Join: v.a = t.a
          TableScan: v
          Inner Join: t.a = u.a
            TableScan: t
            TableScan: u"
    `);
    expect(await planText('SELECT q.b, q."a:1" FROM (t JOIN u ON t.a = u.a) AS q')).toMatchInlineSnapshot(`
      "Projection: q.b, q.a:1
        SubqueryAlias: q
          Projection: t.a, t.b, t.c, t.d, t.e, u.a AS a:1, u.x, u.y
            Inner Join: t.a = u.a
              TableScan: t
              TableScan: u"
    `);
    await expect(bindSql('SELECT t.b FROM (t JOIN u ON t.a = u.a) AS q')).rejects.toThrowError('No field named t.b');
  });

  it('after a comma do not see what stands before it, except LATERAL', async () => {
    await expect(bindSql('SELECT 1 FROM t, u JOIN v ON v.a = t.a')).rejects.toThrowError('No field named t.a');
  });

  it.each([
    ['SELECT 1 FROM t JOIN u', 'INNER JOIN needs ON, USING or NATURAL'],
    ['SELECT 1 FROM t JOIN u USING (nope)', 'No field named nope on the left side of USING at Line: 1, Column: 31'],
    ['SELECT 1 FROM t JOIN u USING (b)', 'No field named b on the right side of USING'],
    ['SELECT 1 FROM t JOIN u USING (a, a)', "Column 'a' appears more than once in USING"],
    [
      'SELECT 1 FROM t JOIN u ON t.a = u.a JOIN v USING (a)',
      'Ambiguous reference to unqualified field a on the left side of USING',
    ],
    ['SELECT 1 FROM t JOIN u ON sum(t.a) = 1', 'Aggregate and window functions are not allowed in ON'],
    ['SELECT u.x FROM t LEFT SEMI JOIN u ON t.a = u.a', 'No field named u.x'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('tables, subqueries and functions in FROM', () => {
  it('get the names an alias gives them', async () => {
    expect(await planText('SELECT w.p, r FROM u AS w (p, q, r)')).toMatchInlineSnapshot(`
      "Projection: w.p, w.r
        SubqueryAlias: w
          Projection: u.a AS p, u.x AS q, u.y AS r
            TableScan: u"
    `);
    await expect(bindSql('SELECT 1 FROM u AS w (p, q)')).rejects.toThrowError(
      'Source table contains 3 columns but only 2 names given as column alias',
    );
    await expect(bindSql('SELECT u.a FROM u AS w')).rejects.toThrowError('No field named u.a');
  });

  it('stand for their query', async () => {
    expect(await planText('SELECT q.x + 1 FROM (SELECT a AS x FROM t WHERE b > 1 LIMIT 3) q')).toMatchInlineSnapshot(`
      "Projection: q.x + Int64(1)
        SubqueryAlias: q
          Limit: skip=0, fetch=3
            Projection: t.a AS x
              Filter: t.b > Int64(1)
                TableScan: t"
    `);
    expect(await planText("SELECT v.column2 FROM (VALUES (1, 'x'), (2.5, NULL)) v")).toMatchInlineSnapshot(`
      "Projection: v.column2
        SubqueryAlias: v
          Values: (CAST(Int64(1) AS Float64), Utf8("x")), (Float64(2.5), Utf8(NULL))"
    `);
    await expect(bindSql('SELECT 1 FROM t, (SELECT t.a) q')).rejects.toThrowError('No field named t.a');
  });

  it('see what stands before them when LATERAL', async () => {
    expect(
      await planText('SELECT * FROM u, LATERAL (SELECT b FROM t WHERE t.a = u.x LIMIT 1) q'),
    ).toMatchInlineSnapshot(`
      "Projection: u.a, u.x, u.y, q.b
        Cross Join: 
          TableScan: u
          SubqueryAlias: q
            Limit: skip=0, fetch=1
              Projection: t.b
                Filter: t.a = outer_ref(u.x)
                  TableScan: t"
    `);
    expect(
      await planText('SELECT q.b FROM u LEFT JOIN LATERAL (SELECT b FROM t WHERE t.a = u.x) q ON true'),
    ).toMatchInlineSnapshot(`
      "Projection: q.b
        Left Join:  Filter: Boolean(true)
          TableScan: u
          SubqueryAlias: q
            Projection: t.b
              Filter: t.a = outer_ref(u.x)
                TableScan: t"
    `);
    await expect(
      bindSql('SELECT 1 FROM u FULL JOIN LATERAL (SELECT b FROM t WHERE t.a = u.x) q ON true'),
    ).rejects.toThrowError('LATERAL cannot stand on the right of a FULL JOIN');
  });

  it('go through pipes', async () => {
    expect(
      await planText(
        'FROM t |> WHERE t.b > 1 |> AGGREGATE sum(a) AS s GROUP BY c |> WHERE s > 10 |> ORDER BY s DESC |> LIMIT 5',
      ),
    ).toMatchInlineSnapshot(`
      "Limit: skip=0, fetch=5
        Projection: t.c, s
          Sort: s DESC NULLS FIRST
            Projection: t.c, s
              Projection: t.c, s
                Filter: s > Int64(10)
                  Projection: t.c, sum(t.a) AS s
                    Aggregate: groupBy=[[t.c]], aggr=[[sum(t.a)]]
                      Projection: t.a, t.b, t.c, t.d, t.e
                        Filter: t.b > Int64(1)
                          Projection: t.a, t.b, t.c, t.d, t.e
                            TableScan: t"
    `);
  });

  it('may be views, whose plan stands under their name', async () => {
    const view = {
      schema: { fields: [] },
      tableType: 'VIEW' as const,
      viewPlan: await bindSql('SELECT a, b FROM t'),
      resolve: () => Promise.reject(new Error('not asked')),
    };
    const catalog = catalogOf({ w: view, t: emptyTable({ a: Int64, b: Int64 }) });
    expect(await planText('SELECT w.a FROM w WHERE b > 1', { catalog })).toMatchInlineSnapshot(`
      "Projection: w.a
        Filter: w.b > Int64(1)
          SubqueryAlias: w
            Projection: t.a, t.b
              TableScan: t"
    `);
  });

  it.each([
    ['SELECT 1 FROM nope(1)', "table function 'nope' not found"],
    ['SELECT 1 FROM genrate_series(1, 2)', "Did you mean 'generate_series'?"],
    ['SELECT 1 FROM u TABLESAMPLE (10)', 'TABLESAMPLE is not supported yet'],
    ['SELECT 1 FROM UNNEST(a) WITH ORDINALITY', 'UNNEST ... WITH ORDINALITY is not supported yet'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});
