import { type Expr, type LogicalPlan, planExprs, type Subquery, visitExpr, visitLogical } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, planText } from '../../test/support/binder-fixture.js';

/** The subqueries of a plan, outermost first. */
function subqueriesOf(plan: LogicalPlan): Subquery[] {
  const found: Subquery[] = [];
  visitLogical(plan, (node) => {
    for (const expr of planExprs(node)) {
      visitExpr(expr, (part: Expr) => {
        if (!('subquery' in part)) return;
        found.push(part.subquery, ...subqueriesOf(part.subquery.plan));
      });
    }
  });
  return found;
}
const outerNames = (subquery: Subquery): string[] =>
  subquery.outerReferences.map((one) => `${one.relation?.table}.${one.name}`);

describe('subqueries', () => {
  it('stand in every clause', async () => {
    expect(
      await planText(
        'SELECT (SELECT max(x) FROM u) AS m FROM t WHERE a IN (SELECT a FROM u) ORDER BY (SELECT min(x) FROM u)',
      ),
    ).toMatchInlineSnapshot(`
      "Sort: (<subquery>) ASC NULLS LAST
        Subquery:
          Projection: min(u.x)
            Aggregate: groupBy=[[]], aggr=[[min(u.x)]]
              TableScan: u
        Projection: (<subquery>) AS m
          Subquery:
            Projection: max(u.x)
              Aggregate: groupBy=[[]], aggr=[[max(u.x)]]
                TableScan: u
          Filter: t.a IN (<subquery>)
            Subquery:
              Projection: u.a
                TableScan: u
            TableScan: t"
    `);
    expect(
      await planText('SELECT c FROM t GROUP BY c HAVING count(*) > (SELECT count(*) FROM u)'),
    ).toMatchInlineSnapshot(`
      "Projection: t.c
        Filter: count(*) > (<subquery>)
          Subquery:
            Projection: count(*)
              Aggregate: groupBy=[[]], aggr=[[count(*)]]
                TableScan: u
          Aggregate: groupBy=[[t.c]], aggr=[[count(*)]]
            TableScan: t"
    `);
  });

  it('note the columns of enclosing queries that they use', async () => {
    const [exists, inner] = subqueriesOf(
      await bindSql(
        'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a AND u.x IN (SELECT a FROM v WHERE v.a = t.b AND z = (u.y = c)))',
      ),
    );
    // What only the inner one uses, but takes from beyond, belongs to both.
    expect(outerNames(exists!)).toEqual(['t.a', 't.b', 't.c']);
    expect(outerNames(inner!)).toEqual(['t.b', 'u.y', 't.c']);
  });

  it('prefer the nearest column of a name', async () => {
    const [subquery] = subqueriesOf(
      await bindSql('SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE a = 1 AND b = 2)'),
    );
    expect(outerNames(subquery!)).toEqual(['t.b']);
  });

  it('reach out from derived tables and branches of a union inside them', async () => {
    const [subquery] = subqueriesOf(
      await bindSql(
        'SELECT 1 FROM t WHERE a IN (SELECT y FROM (SELECT x AS y FROM u WHERE u.a = t.a) q UNION ALL SELECT b FROM v)',
      ),
    );
    expect(outerNames(subquery!)).toEqual(['t.a', 't.b']);
  });

  it('see CTEs of enclosing queries', async () => {
    expect(await planText('WITH q AS (SELECT 1 AS n) SELECT a FROM t WHERE a IN (SELECT n FROM q)')).toContain(
      'SubqueryAlias: q',
    );
  });

  it('compare with ANY and ALL', async () => {
    expect(
      await planText(
        'SELECT a = ANY(SELECT x FROM u), a <> ALL(SELECT x FROM u), a > ANY(SELECT x FROM u), a <= ALL(SELECT x FROM u) FROM t',
      ),
    ).toMatchInlineSnapshot(`
      "Projection: t.a IN (<subquery>), t.a NOT IN (<subquery>), t.a > ANY (<subquery>), t.a <= ALL (<subquery>)
        Subquery:
          Projection: u.x
            TableScan: u
        Subquery:
          Projection: u.x
            TableScan: u
        Subquery:
          Projection: u.x
            TableScan: u
        Subquery:
          Projection: u.x
            TableScan: u
        TableScan: t"
    `);
  });

  it('see merged columns of the query around them', async () => {
    expect(
      await planText(
        'SELECT 1 FROM u FULL JOIN v USING (a) WHERE EXISTS (SELECT 1 FROM t WHERE t.b = u.x AND z = (t.a = u.a))',
      ),
    ).toMatchInlineSnapshot(`
      "Projection: Int64(1)
        Filter: EXISTS (<subquery>)
          Subquery:
            Projection: Int64(1)
              Filter: (t.b = outer_ref(u.x)) AND (outer_ref(v.z) = (t.a = outer_ref(u.a)))
                TableScan: t
          Full Join: Using u.a = v.a
            TableScan: u
            TableScan: v"
    `);
  });

  it.each([
    [
      'SELECT (SELECT a, x FROM u)',
      'Too many columns! Scalar subquery should only return one column, but found 2: u.a, u.x at Line: 1, Column: 8',
    ],
    ['SELECT 1 FROM t WHERE a IN (SELECT a, x FROM u)', 'IN subquery should only return one column, but found 2'],
    ['SELECT a = ANY(SELECT a, x FROM u) FROM t', 'ANY subquery should only return one column'],
    ['SELECT 1 FROM t WHERE EXISTS (SELECT nope FROM u)', 'No field named nope'],
    ['SELECT a AS k FROM t WHERE EXISTS (SELECT k)', 'No field named k'],
    ['SELECT ARRAY(SELECT 1)', 'ARRAY(SELECT ...) is not supported yet'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('common table expressions', () => {
  it('see the ones before them, and hide tables', async () => {
    expect(
      await planText(
        'WITH u AS (SELECT a AS k FROM t), w (p) AS (SELECT k + 1 FROM u) SELECT * FROM w JOIN u ON p = k',
      ),
    ).toMatchInlineSnapshot(`
      "Projection: w.p, u.k
        Inner Join: w.p = u.k
          SubqueryAlias: w
            Projection: u.k + Int64(1) AS p
              Projection: u.k + Int64(1)
                SubqueryAlias: u
                  Projection: t.a AS k
                    TableScan: t
          SubqueryAlias: u
            Projection: t.a AS k
              TableScan: t"
    `);
  });

  it('end with their query', async () => {
    await expect(bindSql('SELECT * FROM (WITH q AS (SELECT 1) SELECT * FROM q) x, q')).rejects.toThrowError(
      "table 'datafusion.public.q' not found",
    );
  });

  it('may be hidden by one further in', async () => {
    expect(
      await planText('WITH q AS (SELECT 1 AS a) SELECT * FROM (WITH q AS (SELECT 2 AS b) SELECT * FROM q) x'),
    ).toMatchInlineSnapshot(`
      "Projection: x.b
        SubqueryAlias: x
          Projection: q.b
            SubqueryAlias: q
              Projection: Int64(2) AS b
                EmptyRelation: rows=1"
    `);
  });

  it('may be recursive', async () => {
    expect(
      await planText('WITH RECURSIVE r (n) AS (SELECT 1 UNION SELECT n + 1 FROM r WHERE n < 10) SELECT n FROM r'),
    ).toMatchInlineSnapshot(`
      "Projection: r.n
        SubqueryAlias: r
          RecursiveQuery: is_distinct=true
            Projection: Int64(1) AS n
              Projection: Int64(1)
                EmptyRelation: rows=1
            Projection: r.n + Int64(1)
              Filter: r.n < Int64(10)
                TableScan: r"
    `);
    expect(await planText('WITH RECURSIVE plain AS (SELECT 1 UNION ALL SELECT 2) SELECT * FROM plain')).not.toContain(
      'RecursiveQuery',
    );
  });

  it('cast the recursive term to the types of the first', async () => {
    expect(
      await planText('WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 0.5 FROM r) SELECT n FROM r'),
    ).toContain('CAST(r.n + Float64(0.5) AS Int64)');
  });

  it.each([
    ['WITH q AS (SELECT 1), q AS (SELECT 2) SELECT 1', 'WITH query name "q" specified more than once'],
    ['WITH q (x, y) AS (SELECT 1) SELECT 1', 'Source table contains 1 columns but only 2 names given as column alias'],
    ['WITH q AS (SELECT * FROM q) SELECT * FROM q', "table 'datafusion.public.q' not found"],
    [
      'WITH RECURSIVE r AS (SELECT 1, 2 UNION ALL SELECT 1 FROM r) SELECT 1',
      'have different numbers of columns: 2 and 1',
    ],
    [
      'WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT 2 FROM r LIMIT 3) SELECT 1',
      'ORDER BY, LIMIT and OFFSET cannot stand in a recursive query',
    ],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('set operations', () => {
  it('gather unions of unions in one node', async () => {
    expect(await planText('SELECT a FROM t UNION ALL SELECT x FROM u UNION ALL SELECT 1')).toMatchInlineSnapshot(`
      "Union
        Projection: t.a
          TableScan: t
        Projection: u.x
          TableScan: u
        Projection: Int64(1)
          EmptyRelation: rows=1"
    `);
    expect(await planText('SELECT a FROM t UNION ALL SELECT x FROM u UNION SELECT 1')).toMatchInlineSnapshot(`
      "Distinct:
        Union
          Projection: t.a
            TableScan: t
          Projection: u.x
            TableScan: u
          Projection: Int64(1)
            EmptyRelation: rows=1"
    `);
    expect(await planText('SELECT a FROM t UNION SELECT x FROM u UNION ALL SELECT 1')).toMatchInlineSnapshot(`
      "Union
        Distinct:
          Union
            Projection: t.a
              TableScan: t
            Projection: u.x
              TableScan: u
        Projection: Int64(1)
          EmptyRelation: rows=1"
    `);
  });

  it('take names from the first branch and common types', async () => {
    const plan = await bindSql("SELECT a AS n, b AS m FROM t UNION ALL SELECT 1.5, 'x'");
    expect(
      plan.kind === 'Union' && plan.schema.fields.map(({ field }) => [field.name, field.type.kind, field.nullable]),
    ).toEqual([
      ['n', 'Float64', false],
      ['m', 'Utf8', true],
    ]);
  });

  it('align columns by name', async () => {
    expect(await planText('SELECT a, b FROM t UNION ALL BY NAME SELECT x AS b, y FROM u')).toMatchInlineSnapshot(`
      "Union
        Projection: t.a AS a, t.b AS b, NULL AS y
          Projection: t.a, t.b
            TableScan: t
        Projection: NULL AS a, b AS b, u.y AS y
          Projection: u.x AS b, u.y
            TableScan: u"
    `);
  });

  it('INTERSECT and EXCEPT compare whole rows, NULL equal to NULL', async () => {
    expect(await planText('SELECT a, c FROM t INTERSECT SELECT x, y FROM u')).toMatchInlineSnapshot(`
      "Projection: __set_left_1.a AS a, __set_left_1.c AS c
        LeftSemi Join: __set_left_1.a = __set_right_2.x, __set_left_1.c = __set_right_2.y
          Distinct:
            SubqueryAlias: __set_left_1
              Projection: t.a AS a, t.c AS c
                Projection: t.a, t.c
                  TableScan: t
          SubqueryAlias: __set_right_2
            Projection: u.x AS x, u.y AS y
              Projection: u.x, u.y
                TableScan: u"
    `);
    const plan = await bindSql('SELECT a FROM t EXCEPT SELECT x FROM u');
    expect(plan).toMatchObject({
      kind: 'Projection',
      input: {
        kind: 'Join',
        joinType: 'leftAnti',
        nullEquality: 'nullEqualsNull',
        nullAware: false,
        left: { kind: 'Distinct' },
      },
    });
  });

  it('with ALL count equal rows', async () => {
    expect(await planText('SELECT b FROM t EXCEPT ALL SELECT x FROM u')).toMatchInlineSnapshot(`
      "Projection: __set_left_1.b AS b
        LeftAnti Join: __set_left_1.b = __set_right_2.x, __row_number_3 = __row_number_4
          WindowAggr: windowExpr=[[row_number() PARTITION BY [__set_left_1.b] ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING AS __row_number_3]]
            SubqueryAlias: __set_left_1
              Projection: b AS b
                Projection: CAST(t.b AS Int64) AS b
                  Projection: t.b
                    TableScan: t
          WindowAggr: windowExpr=[[row_number() PARTITION BY [__set_right_2.x] ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING AS __row_number_4]]
            SubqueryAlias: __set_right_2
              Projection: u.x AS x
                Projection: u.x
                  TableScan: u"
    `);
  });

  it('order and limit the whole', async () => {
    expect(
      await planText('SELECT a AS n FROM t UNION ALL SELECT x FROM u ORDER BY n DESC, 1 LIMIT 3'),
    ).toMatchInlineSnapshot(`
      "Limit: skip=0, fetch=3
        Sort: n DESC NULLS FIRST, n ASC NULLS LAST
          Union
            Projection: t.a AS n
              TableScan: t
            Projection: u.x
              TableScan: u"
    `);
    expect(
      await planText('(SELECT a FROM t ORDER BY b LIMIT 1) UNION ALL (SELECT x FROM u LIMIT 2)'),
    ).toMatchInlineSnapshot(`
      "Union
        Limit: skip=0, fetch=1
          Projection: t.a
            Sort: t.b ASC NULLS LAST
              Projection: t.a, t.b
                TableScan: t
        Limit: skip=0, fetch=2
          Projection: u.x
            TableScan: u"
    `);
  });

  it('of a thousand branches bind to one node', async () => {
    const sql = Array.from({ length: 1_000 }, (_unused, index) => `SELECT ${index} AS n`).join(' UNION ALL ');
    const plan = await bindSql(sql);
    expect(plan.kind === 'Union' && plan.inputs.length).toBe(1_000);
  });

  it.each([
    ['SELECT 1 UNION SELECT 1, 2', 'UNION queries have different number of columns: query 2 has 2, the first has 1'],
    [
      'SELECT 1 INTERSECT SELECT 1, 2',
      'INTERSECT query must have the same number of columns: left is 1 and right is 2',
    ],
    [
      'SELECT a FROM t UNION ALL SELECT z FROM v',
      "Incompatible inputs for Union: the column 'a' has types without a common one: Int64, Boolean",
    ],
    ['SELECT a FROM t UNION SELECT x FROM u ORDER BY x', 'No field named x'],
    [
      'SELECT 1 UNION SELECT 2 ORDER BY sum(1)',
      'Aggregate and window functions cannot order the result of a set operation',
    ],
    ['SELECT a, u.a FROM t, u UNION BY NAME SELECT 1 AS a', 'Ambiguous'],
  ])('refuse %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });

  it('VALUES has columns of common types', async () => {
    expect(await planText("VALUES (1, NULL), (2.5, 'x')")).toMatchInlineSnapshot(
      `"Values: (CAST(Int64(1) AS Float64), Utf8(NULL)), (Float64(2.5), Utf8("x"))"`,
    );
    await expect(bindSql('VALUES (1), (1, 2)')).rejects.toThrowError(
      'Inconsistent data length across values list: got 2 values in row 1 but expected 1',
    );
    await expect(bindSql('VALUES (1), (true)')).rejects.toThrowError(
      'Inconsistent data type across values list at column 1: Int64, Boolean',
    );
  });
});
