import { displayLogicalPlan, Float64, Int64, planExprs, someExpr, Utf8, visitLogical } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { answers, type TestData } from '../testing/same-answer.js';

const nullable = { nullable: true };
/** Small tables with NULLs, repeated keys, keys without a partner, and an empty one. */
const data: TestData = {
  tables: {
    o: { rows: 7, columns: { k: { type: Int64, ...nullable }, a: { type: Int64, ...nullable }, s: { type: Utf8 } } },
    i: { rows: 8, columns: { k: { type: Int64, ...nullable }, b: { type: Int64, ...nullable }, f: { type: Float64 } } },
    nn: { rows: 3, columns: { k: { type: Int64, nullable: false }, b: { type: Int64, nullable: false } } },
    e: { rows: 0, columns: { k: { type: Int64 }, b: { type: Int64 } } },
  },
  rows: {
    o: [
      [1n, 10n, 'x'],
      [2n, 20n, 'y'],
      [2n, null, 'z'],
      [3n, 30n, null],
      [4n, 5n, 'x'],
      [null, 10n, 'n'],
      [5n, null, 'q'],
    ],
    i: [
      [1n, 10n, 1.5],
      [1n, 11n, 2.5],
      [2n, 20n, null],
      [2n, null, 0.5],
      [3n, 7n, 3.5],
      [null, 10n, 1],
      [6n, 5n, -0],
      [2n, 20n, Number.NaN],
    ],
    nn: [
      [1n, 10n],
      [2n, 7n],
      [3n, 30n],
    ],
    e: [],
  },
};

const queries: Readonly<Record<string, readonly string[]>> = {
  EXISTS: [
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE NOT EXISTS (SELECT 1 FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i WHERE i.b > o.a)',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i)',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM e)',
    'SELECT * FROM o WHERE NOT EXISTS (SELECT 1 FROM e WHERE e.k = o.k)',
    'SELECT * FROM o WHERE EXISTS (SELECT count(*) FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE EXISTS (SELECT count(*) FROM i WHERE i.k = o.k HAVING count(*) > 1)',
    'SELECT * FROM o WHERE NOT EXISTS (SELECT count(*) FROM i WHERE i.k = o.k HAVING count(*) > 1)',
    'SELECT * FROM o WHERE EXISTS (SELECT i.k FROM i WHERE i.k = o.k LIMIT 1)',
    'SELECT * FROM o WHERE EXISTS (SELECT i.k FROM i WHERE i.k = o.k OFFSET 1)',
    'SELECT * FROM o WHERE EXISTS (SELECT DISTINCT b FROM i WHERE i.k < o.k)',
    'SELECT * FROM o WHERE EXISTS (SELECT b FROM i WHERE i.k = o.k GROUP BY b HAVING count(*) > 1)',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i, nn WHERE i.k = nn.k AND i.k = o.k AND nn.b <= o.a)',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i LEFT JOIN nn ON i.k = nn.k AND nn.b = o.a WHERE i.k = o.k AND nn.k IS NULL)',
    'SELECT o.k, EXISTS (SELECT 1 FROM i WHERE i.k = o.k) AS has FROM o',
    'SELECT * FROM o WHERE o.a = 5 OR EXISTS (SELECT 1 FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE NOT (o.a = 5 OR EXISTS (SELECT 1 FROM i WHERE i.k = o.k))',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i WHERE i.k = o.k UNION ALL SELECT 1 FROM nn WHERE nn.b = o.a)',
  ],
  'IN and NOT IN': [
    'SELECT * FROM o WHERE a IN (SELECT b FROM i)',
    'SELECT * FROM o WHERE a IN (SELECT b FROM i) AND a IN (SELECT b FROM nn)',
    'SELECT * FROM o WHERE a IN (SELECT b FROM i) OR a IN (SELECT b FROM nn) OR a IN (SELECT b FROM e)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM i)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM i WHERE b IS NOT NULL)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM e)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM nn)',
    'SELECT * FROM o WHERE k NOT IN (SELECT k FROM nn)',
    'SELECT * FROM nn WHERE b NOT IN (SELECT b FROM i)',
    'SELECT * FROM nn WHERE b NOT IN (SELECT b FROM i WHERE i.k <> 2)',
    'SELECT * FROM o WHERE a IN (SELECT b FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a NOT IN (SELECT b FROM i WHERE i.k > o.k)',
    'SELECT k, a IN (SELECT b FROM i) AS found FROM o',
    'SELECT k, a NOT IN (SELECT b FROM i) AS missing FROM o',
    'SELECT k, a IN (SELECT b FROM e) AS found FROM o',
    'SELECT k, a IN (SELECT b FROM i WHERE i.k = o.k) AS found FROM o',
    'SELECT k, (a IN (SELECT b FROM i WHERE i.k = o.k)) IS NULL AS unknown FROM o',
    'SELECT * FROM o WHERE k = 4 OR a NOT IN (SELECT b FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a IN (SELECT count(*) + 9 FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a + 0 IN (SELECT b FROM i WHERE i.k = o.k ORDER BY b LIMIT 1)',
    'SELECT * FROM o WHERE a IN (SELECT max(b) FROM i WHERE i.k = o.k GROUP BY i.f)',
    'SELECT CASE WHEN a IN (SELECT b FROM i) THEN 1 ELSE 0 END AS c FROM o',
    'SELECT sum(CASE WHEN a IN (SELECT b FROM nn) THEN 1 ELSE 0 END) AS c FROM o',
  ],
  'ANY and ALL': [
    'SELECT * FROM o WHERE a > ANY (SELECT b FROM nn)',
    'SELECT * FROM o WHERE a > ALL (SELECT b FROM nn WHERE nn.k < 3)',
    'SELECT * FROM o WHERE a > ALL (SELECT b FROM e)',
    'SELECT * FROM o WHERE a <> ALL (SELECT b FROM i)',
    'SELECT * FROM o WHERE a = ANY (SELECT b FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a <= ALL (SELECT b FROM i WHERE i.k = o.k)',
    'SELECT k, a <= ALL (SELECT b FROM i WHERE i.k = o.k) AS least FROM o',
  ],
  'scalar subqueries': [
    'SELECT k, (SELECT max(b) FROM i) AS m FROM o',
    'SELECT k, (SELECT b FROM nn WHERE nn.k = 2) AS m FROM o',
    'SELECT k, (SELECT b FROM e) AS m FROM o',
    'SELECT k, (SELECT b FROM nn) AS m FROM o',
    'SELECT k, (SELECT max(b) FROM i WHERE i.k = o.k) AS m FROM o',
    'SELECT k, (SELECT count(*) FROM i WHERE i.k = o.k) AS n FROM o',
    'SELECT k, (SELECT count(b) + 1 FROM i WHERE i.k = o.k) AS n FROM o',
    'SELECT k, (SELECT coalesce(sum(b), -1) FROM i WHERE i.k = o.k) AS n FROM o',
    'SELECT k, (SELECT count(*) FROM i WHERE i.k = o.k HAVING count(*) > 1) AS n FROM o',
    'SELECT k, (SELECT count(*) FROM i WHERE i.b < o.a) AS n FROM o',
    'SELECT k, (SELECT sum(i.b + o.a) FROM i WHERE i.k = o.k) AS n FROM o',
    'SELECT k, (SELECT b FROM nn WHERE nn.k = o.k) AS m FROM o',
    'SELECT k, (SELECT b FROM i WHERE i.k = o.k) AS m FROM o',
    'SELECT k, (SELECT b FROM i WHERE i.k = o.k) AS m FROM o WHERE o.k > 2',
    'SELECT k, (SELECT b FROM i WHERE i.k = o.k ORDER BY b DESC LIMIT 1) AS m FROM o',
    'SELECT k, (SELECT b FROM i WHERE i.k = o.k ORDER BY b LIMIT 1 OFFSET 1) AS m FROM o',
    'SELECT k, (SELECT nn.b FROM nn WHERE nn.k < o.k AND nn.k > 1) AS m FROM o WHERE o.k < 4',
    'SELECT k, (SELECT nn.b FROM nn WHERE nn.k < o.k) AS m FROM o',
    'SELECT * FROM o WHERE a = (SELECT max(b) FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a > (SELECT avg(b) FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE 0 = (SELECT count(*) FROM i WHERE i.k = o.k)',
    'SELECT * FROM o WHERE a > (SELECT avg(b) FROM i)',
    'SELECT s, count(*) FROM o GROUP BY s HAVING count(*) >= (SELECT count(*) FROM nn WHERE nn.b > 20)',
    'SELECT k, (SELECT max(b) FROM (SELECT b FROM i WHERE i.k = o.k UNION ALL SELECT b FROM nn WHERE nn.k = o.k) u) AS m FROM o',
    'SELECT k FROM o ORDER BY (SELECT max(b) FROM i WHERE i.k = o.k), k LIMIT 3',
    'SELECT k, (SELECT max(x) FROM (SELECT b AS x FROM i WHERE i.k = o.k) d) AS m FROM o',
    'SELECT k, (SELECT sum(b) OVER () FROM nn WHERE nn.k = o.k) AS m FROM o',
    'SELECT k, (SELECT count(DISTINCT b) FROM i WHERE i.k = o.k) AS m FROM o',
    'SELECT (SELECT max(b) FROM i) + (SELECT min(b) FROM i) AS m',
  ],
  LATERAL: [
    'SELECT o.k, q.b FROM o, LATERAL (SELECT b FROM i WHERE i.k = o.k) q',
    'SELECT o.k, q.b FROM o LEFT JOIN LATERAL (SELECT b FROM i WHERE i.k = o.k) q ON true',
    'SELECT o.k, q.b FROM o LEFT JOIN LATERAL (SELECT b FROM i WHERE i.k = o.k) q ON q.b > 10',
    'SELECT o.k, q.b FROM o, LATERAL (SELECT b FROM i WHERE i.k = o.k ORDER BY b LIMIT 1) q',
    'SELECT o.k, q.b FROM o LEFT JOIN LATERAL (SELECT b FROM i WHERE i.k < o.k ORDER BY b DESC, f LIMIT 2) q ON true',
    'SELECT o.k, q.n FROM o, LATERAL (SELECT count(*) AS n FROM i WHERE i.k = o.k) q',
    'SELECT o.k, q.n FROM o, LATERAL (SELECT max(b) AS n FROM i WHERE i.k = o.k GROUP BY i.f) q',
    'SELECT o.k, q.n, r.b FROM o, LATERAL (SELECT o.a + 1 AS n) q, LATERAL (SELECT b FROM i WHERE i.b < q.n) r',
    'SELECT o.k, q.b FROM o, LATERAL (SELECT DISTINCT b FROM i WHERE i.k = o.k) q WHERE q.b > 5',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM nn, LATERAL (SELECT b FROM i WHERE i.k = nn.k AND i.b = o.a) q)',
  ],
  'subqueries in subqueries': [
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i WHERE i.k = o.k AND i.b IN (SELECT b FROM nn))',
    'SELECT * FROM o WHERE a > (SELECT min(b) FROM i WHERE i.k = o.k AND i.b < (SELECT max(b) FROM nn))',
    'SELECT * FROM o WHERE EXISTS (SELECT 1 FROM i WHERE i.k = o.k AND EXISTS (SELECT 1 FROM nn WHERE nn.k = i.k AND nn.b <= o.a))',
    'SELECT k, (SELECT count(*) FROM i WHERE i.k = o.k AND i.b > (SELECT avg(b) FROM nn WHERE nn.k = i.k)) AS n FROM o',
    'SELECT k, (SELECT count(*) FROM i WHERE i.b = (SELECT max(nn.b) FROM nn WHERE nn.k = o.k)) AS n FROM o',
    'SELECT o1.k FROM o o1 WHERE a IN (SELECT a FROM o WHERE o.k = o1.k)',
    'SELECT o1.k FROM o o1 WHERE a NOT IN (SELECT o2.a FROM o o2 WHERE o2.k <> o1.k AND o2.a IS NOT NULL)',
  ],
};

describe.each(Object.entries(queries))('%s', (_name, list) => {
  test.each(list)('%s', async (sql) => {
    const { plain, optimized, plan, stable } = await answers(sql, data);
    expect(optimized, displayLogicalPlan(plan)).toEqual(plain);
    expect(stable, 'planning it again changes the plan').toBe(true);
    visitLogical(plan, (node) => {
      const left = planExprs(node).some((expr) => someExpr(expr, (part) => 'subquery' in part));
      expect(left, `a subquery is left in ${displayLogicalPlan(plan)}`).toBe(false);
    });
  });
});

test('a subquery that is the same for every row is computed also when there is no row', async () => {
  const { plain, optimized } = await answers('SELECT k, (SELECT b FROM nn) AS m FROM e', data);
  expect(plain).toEqual([]);
  expect(optimized).toEqual({ error: 'a subquery used as an expression returned more than one row' });
});
