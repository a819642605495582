import { Float64, Int64, Utf8 } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { answers, type TestData } from '../testing/same-answer.js';

const columns = (...names: string[]) => ({
  columns: Object.fromEntries(
    names.map((name) => [name, { type: name.startsWith('s') ? Utf8 : name.startsWith('f') ? Float64 : Int64 }]),
  ),
});

const data: TestData = {
  tables: {
    l: columns('k', 'v'),
    r: columns('k', 'w'),
    guests: columns('sname', 'room'),
    closed: columns('room'),
    crew: columns('sn'),
    g: columns('sr', 'sp', 'q'),
    e: columns('snm', 'saddr', 'x', 'y'),
    f: columns('snm', 'saddr', 'x', 'y'),
    ten: columns('a'),
  },
  rows: {
    l: [
      [1n, 10n],
      [1n, 10n],
      [2n, null],
      [null, 5n],
      [null, 5n],
    ],
    r: [
      [1n, 10n],
      [3n, 30n],
      [null, 5n],
    ],
    guests: [
      ['ada', 1n],
      ['bo', 2n],
      ['cy', null],
    ],
    closed: [[2n], [null]],
    crew: [['x'], ['y']],
    g: [
      ['n', 'a', 2n],
      ['n', 'b', 3n],
      ['s', 'a', 4n],
    ],
    e: [
      ['ann', 'z st', 1n, 9n],
      ['bob', 'y st', 2n, 8n],
    ],
    f: [
      ['cid', 'a st', 3n, 7n],
      ['ann', 'z st', 1n, 9n],
    ],
    ten: Array.from({ length: 10 }, (_unused, index) => [BigInt(index)]),
  },
};

/** Values without their types, rows sorted. */
const bare = (rows: readonly string[] | { readonly error: string }): readonly string[] =>
  'error' in rows
    ? [`error: ${rows.error}`]
    : rows
        .map((row) =>
          row.replace(/\w+\((?:"([^"]*)"|([^()]*))\)/g, (_all, text?: string, value?: string) => text ?? value ?? ''),
        )
        .sort();

async function expectRows(sql: string, expected: readonly string[]): Promise<void> {
  const { plain, optimized } = await answers(sql, data);
  expect({ sql, rows: bare(plain) }).toEqual({ sql, rows: [...expected].sort() });
  expect({ sql, optimized: bare(optimized) }).toEqual({ sql, optimized: [...expected].sort() });
}

describe('set operations answer', () => {
  it.each([
    ['SELECT * FROM l INTERSECT SELECT * FROM r', ['1 | 10', 'NULL | 5']],
    ['SELECT * FROM l EXCEPT SELECT * FROM r', ['2 | NULL']],
    ['SELECT * FROM l INTERSECT ALL SELECT * FROM r', ['1 | 10', 'NULL | 5']],
    ['SELECT * FROM l EXCEPT ALL SELECT * FROM r', ['1 | 10', '2 | NULL', 'NULL | 5']],
    ['SELECT * FROM l UNION SELECT * FROM r', ['1 | 10', '2 | NULL', '3 | 30', 'NULL | 5']],
    ['SELECT k FROM r UNION ALL SELECT k FROM r UNION SELECT 3', ['1', '3', 'NULL']],
    ['SELECT k FROM r UNION SELECT 3 UNION ALL SELECT 3', ['1', '3', '3', 'NULL']],
    ['SELECT 1 AS a, 2 AS b UNION ALL SELECT 3 AS b, 4 AS a', ['1 | 2', '3 | 4']],
    ['SELECT 1 AS a, 2 AS b UNION ALL BY NAME SELECT 3 AS b, 4 AS a', ['1 | 2', '4 | 3']],
    ["SELECT 1 AS a UNION ALL BY NAME SELECT 'x' AS b", ['1 | NULL', 'NULL | x']],
    ["SELECT 1 UNION ALL SELECT 'x'", ['1', 'x']],
    ['(SELECT * FROM e UNION SELECT * FROM f) ORDER BY snm LIMIT 1 OFFSET 1', ['bob | y st | 2 | 8']],
    ['SELECT 1 UNION SELECT 2 INTERSECT SELECT 3', ['1']],
  ])('%s', expectRows);
});

describe('joins answer', () => {
  it.each([
    [
      'SELECT k, v, w FROM l FULL JOIN r USING (k)',
      [
        '1 | 10 | 10',
        '1 | 10 | 10',
        '2 | NULL | NULL',
        '3 | NULL | 30',
        'NULL | 5 | NULL',
        'NULL | 5 | NULL',
        'NULL | NULL | 5',
      ],
    ],
    ['SELECT k, w FROM l RIGHT JOIN r USING (k)', ['1 | 10', '1 | 10', '3 | 30', 'NULL | 5']],
    ['SELECT k, count(*) FROM l FULL JOIN r USING (k) GROUP BY k', ['1 | 2', '2 | 1', '3 | 1', 'NULL | 3']],
    ['SELECT k FROM l NATURAL FULL JOIN r WHERE k = 3', ['3']],
    ['SELECT l.k FROM l LEFT SEMI JOIN r ON l.k = r.k', ['1', '1']],
    ['SELECT l.k FROM l LEFT ANTI JOIN r ON l.k = r.k', ['2', 'NULL', 'NULL']],
    ['SELECT a.a, b.a AS c FROM ten a JOIN ten b ON a.a = b.a + 8', ['8 | 0', '9 | 1']],
  ])('%s', expectRows);
});

describe('subqueries answer', () => {
  it.each([
    ['SELECT sname FROM guests WHERE room NOT IN (SELECT room FROM closed)', []],
    ['SELECT sname FROM guests WHERE room NOT IN (SELECT room FROM closed WHERE room IS NOT NULL)', ['ada']],
    ['SELECT sname FROM guests WHERE room NOT IN (SELECT room FROM closed WHERE room > 5)', ['ada', 'bo', 'cy']],
    ['SELECT sname FROM guests WHERE NOT EXISTS (SELECT 1 FROM closed c WHERE c.room = guests.room)', ['ada', 'cy']],
    ['SELECT sname, room NOT IN (SELECT room FROM closed) FROM guests', ['ada | NULL', 'bo | false', 'cy | NULL']],
    ['SELECT sname FROM guests WHERE room = ANY(SELECT room FROM closed)', ['bo']],
    ['SELECT c.sn, (SELECT d.sn FROM crew d WHERE d.sn <> c.sn) FROM crew c', ['x | y', 'y | x']],
    ['SELECT sn, (SELECT v FROM (VALUES (1), (2)) t(v) WHERE v > 5) FROM crew', ['x | NULL', 'y | NULL']],
    ['SELECT a FROM ten WHERE a > (SELECT avg(a) FROM ten) + 2', ['7', '8', '9']],
    [
      "SELECT m.a, (SELECT CASE WHEN max(n.a) > 5 THEN 'high' ELSE 'low' END FROM ten n WHERE n.a = m.a + 100) FROM ten m WHERE m.a < 2",
      ['0 | low', '1 | low'],
    ],
    ['WITH q AS (SELECT a FROM ten WHERE a > 7) SELECT x.a FROM q x JOIN q y ON x.a = y.a', ['8', '9']],
    ['SELECT o.a FROM ten o WHERE (SELECT count(*) FROM ten i WHERE i.a < o.a) = 3', ['3']],
  ])('%s', expectRows);

  it('with more than one row where one value is wanted with an error', async () => {
    const { plain, optimized } = await answers('SELECT sn, (SELECT v FROM (VALUES (1), (2)) t(v)) FROM crew', data);
    expect(plain).toHaveProperty('error');
    expect(optimized).toHaveProperty('error');
  });
});

describe('aggregation answers', () => {
  it.each([
    [
      'SELECT sr, sp, max(sp), count(sp) FROM g GROUP BY GROUPING SETS ((sr, sp), (sr), (sp), ())',
      [
        'n | a | a | 1',
        'n | b | b | 1',
        's | a | a | 1',
        'n | NULL | b | 2',
        's | NULL | a | 1',
        'NULL | a | a | 2',
        'NULL | b | b | 1',
        'NULL | NULL | b | 3',
      ],
    ],
    [
      'SELECT sr, sp, grouping(sr, sp), sum(q) FROM g GROUP BY ROLLUP (sr, sp)',
      [
        'n | a | 0 | 2',
        'n | b | 0 | 3',
        's | a | 0 | 4',
        'n | NULL | 1 | 5',
        's | NULL | 1 | 4',
        'NULL | NULL | 3 | 9',
      ],
    ],
    ['SELECT sr, count(*) FROM g GROUP BY CUBE (sr)', ['n | 2', 's | 1', 'NULL | 3']],
    ['SELECT sr AS r, sum(q) AS t FROM g GROUP BY r HAVING t > 4', ['n | 5']],
    ['SELECT sum(q), count(*) FROM g WHERE q > 100', ['NULL | 0']],
    ['SELECT sr, sum(q) FROM g WHERE q > 100 GROUP BY sr', []],
    ["SELECT count(DISTINCT sr), sum(q) FILTER (WHERE sp = 'a') FROM g", ['2 | 6']],
    ['SELECT sr FROM g GROUP BY ALL', ['n', 's']],
    ['SELECT DISTINCT ON (sr) sr, q FROM g ORDER BY sr, q DESC', ['n | 3', 's | 4']],
    ['SELECT 1 FROM g HAVING count(*) = 3', ['1']],
    ['SELECT 1 FROM g GROUP BY ()', ['1']],
  ])('%s', expectRows);
});

describe('order, limits and windows answer', () => {
  it.each([
    ['SELECT * FROM (SELECT a FROM ten ORDER BY a LIMIT 4 OFFSET 3) ORDER BY a DESC', ['3', '4', '5', '6']],
    ['SELECT * FROM (SELECT a FROM ten ORDER BY a LIMIT 5 OFFSET 2) q ORDER BY a LIMIT 2 OFFSET 1', ['3', '4']],
    ['SELECT * FROM (SELECT a FROM ten ORDER BY a LIMIT 4 OFFSET 8) q', ['8', '9']],
    ['SELECT -a AS a FROM ten ORDER BY a LIMIT 2', ['-8', '-9']],
    ['SELECT sn FROM crew ORDER BY length(sn), sn DESC LIMIT 1', ['y']],
    ['SELECT a FROM ten QUALIFY row_number() OVER (ORDER BY a DESC) <= 2', ['8', '9']],
    ['SELECT sr, q, sum(q) OVER (PARTITION BY sr ORDER BY q) FROM g', ['n | 2 | 2', 'n | 3 | 5', 's | 4 | 4']],
    ['SELECT sr, sum(sum(q)) OVER (ORDER BY sr) FROM g GROUP BY sr', ['n | 5', 's | 9']],
    ['SELECT DISTINCT v FROM l ORDER BY v NULLS FIRST LIMIT 1', ['NULL']],
    ['SELECT v FROM l GROUP BY v ORDER BY count(*) DESC, v LIMIT 1', ['5']],
    ['FROM ten |> WHERE a > 6 |> EXTEND a * 2 AS b |> SELECT b', ['14', '16', '18']],
  ])('%s', expectRows);
});
