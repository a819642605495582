import { NotYetSupportedError, SqlParseError } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../test/support/sql.js';
import { formatStatement } from '../format/statement.js';
import { parseStatements } from './statement.js';

/** What a query reads as, written out again: the same statement in one canonical spelling. */
const canonical = (sql: string): string => parseStatements(sql).map(formatStatement).join('; ');

describe('queries', () => {
  it.each([
    ['select 1', 'SELECT 1'],
    ['select all a b, c as "D", e \'f\' from t', 'SELECT a AS b, c AS "D", e AS "f" FROM t'],
    ['select distinct a from t', 'SELECT DISTINCT a FROM t'],
    ['select distinct on (a, b) c from t', 'SELECT DISTINCT ON (a, b) c FROM t'],
    ['select a, from t', 'SELECT a FROM t'],
    ['select from t', 'SELECT FROM t'],
    ['from t', 'SELECT * FROM t'],
    ['from t select a where b', 'SELECT a FROM t WHERE b'],
    ['select * exclude a from t', 'SELECT * EXCLUDE (a) FROM t'],
    ['select * except (a, b) from t', 'SELECT * EXCLUDE (a, b) FROM t'],
    ['select t.* replace (a + 1 as a) from t', 'SELECT t.* REPLACE (a + 1 AS a) FROM t'],
    ['select a into x from t', 'SELECT a INTO x FROM t'],
    [
      'select a from t where b group by c having d qualify e window w as (order by f), v as w',
      'SELECT a FROM t WHERE b GROUP BY c HAVING d QUALIFY e WINDOW w AS (ORDER BY f), v AS w',
    ],
    [
      'select a from t window w as (partition by b) qualify c',
      'SELECT a FROM t QUALIFY c WINDOW w AS (PARTITION BY b)',
    ],
    ['select 1 from t group by all', 'SELECT 1 FROM t GROUP BY ALL'],
    ['select 1 from t group by ()', 'SELECT 1 FROM t GROUP BY GROUPING SETS (())'],
    [
      'select 1 from t group by a, rollup(b, (c, d)), cube(e), grouping sets ((f), (), g, rollup(h))',
      'SELECT 1 FROM t GROUP BY a, ROLLUP (b, (c, d)), CUBE (e), GROUPING SETS ((f), (), (g), ROLLUP (h))',
    ],
    ['select 1 order by a desc nulls last, 2', 'SELECT 1 ORDER BY a DESC NULLS LAST, 2'],
    ['select 1 order by all desc', 'SELECT 1 ORDER BY ALL DESC'],
    ['select 1 limit 5 offset 2', 'SELECT 1 LIMIT 5 OFFSET 2'],
    ['select 1 offset 2 rows limit 5', 'SELECT 1 LIMIT 5 OFFSET 2'],
    ['select 1 limit 2, 5', 'SELECT 1 LIMIT 5 OFFSET 2'],
    ['select 1 limit all', 'SELECT 1'],
    ['select 1 offset 1 row fetch next 3 rows only', 'SELECT 1 OFFSET 1 FETCH FIRST 3 ROWS ONLY'],
    ['select 1 fetch first row only offset 2', 'SELECT 1 OFFSET 2 FETCH FIRST ROWS ONLY'],
    ['select 1 fetch first 10 percent rows with ties', 'SELECT 1 FETCH FIRST 10 PERCENT ROWS WITH TIES'],
    ['values (1, 2), row(3, 4) order by 1', 'VALUES (1, 2), (3, 4) ORDER BY 1'],
    [
      'with a as (select 1), b(x) as materialized (select 2) select 3',
      'WITH a AS (SELECT 1), b (x) AS (SELECT 2) SELECT 3',
    ],
    ['with recursive a as (select 1) select 2', 'WITH RECURSIVE a AS (SELECT 1) SELECT 2'],
    ['with recursive as (select 1) select * from recursive', 'WITH recursive AS (SELECT 1) SELECT * FROM recursive'],
    // INTERSECT binds tighter; the others go from left to right.
    ['select 1 union select 2 intersect select 3', 'SELECT 1 UNION SELECT 2 INTERSECT SELECT 3'],
    ['(select 1 union select 2) intersect select 3', '(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3'],
    ['select 1 union all (select 2 except select 3)', 'SELECT 1 UNION ALL (SELECT 2 EXCEPT SELECT 3)'],
    ['select 1 minus select 2', 'SELECT 1 EXCEPT SELECT 2'],
    ['select 1 union distinct by name select 2', 'SELECT 1 UNION BY NAME SELECT 2'],
    ['select 1 union (select 2 limit 1) order by 1', 'SELECT 1 UNION (SELECT 2 LIMIT 1) ORDER BY 1'],
    ['(select 1 limit 3) limit 5', '(SELECT 1 LIMIT 3) LIMIT 5'],
    [';;select 1;; select 2;', 'SELECT 1; SELECT 2'],
    ['', ''],
  ])('reads %s', (sql, expected) => {
    expect(canonical(sql)).toBe(expected);
  });

  it.each([
    ['from t as u (x, y), v w', 'FROM t AS u (x, y), v AS w'],
    ['from c.s.t', 'FROM c.s.t'],
    ["from 'a/b.parquet'", 'FROM "a/b.parquet"'],
    ['from a join b on c inner join d using (e, f)', 'FROM a JOIN b ON c JOIN d USING (e, f)'],
    [
      'from a left outer join b on c right join d on e full outer join f on g',
      'FROM a LEFT JOIN b ON c RIGHT JOIN d ON e FULL JOIN f ON g',
    ],
    ['from a semi join b on c anti join d on e', 'FROM a LEFT SEMI JOIN b ON c LEFT ANTI JOIN d ON e'],
    ['from a right semi join b on c right anti join d on e', 'FROM a RIGHT SEMI JOIN b ON c RIGHT ANTI JOIN d ON e'],
    ['from a natural left join b cross join c', 'FROM a NATURAL LEFT JOIN b CROSS JOIN c'],
    ['from (a join b on c) join d on e', 'FROM (a JOIN b ON c) JOIN d ON e'],
    ['from (a join b on c) x', 'FROM (a JOIN b ON c) AS x'],
    ['from (select 1) x', 'FROM (SELECT 1) AS x'],
    ['from ((select 1))', 'FROM (SELECT 1)'],
    ['from ((select 1) union select 2) x', 'FROM ((SELECT 1) UNION SELECT 2) AS x'],
    ['from ((select 1) x join b on c)', 'FROM ((SELECT 1) AS x JOIN b ON c)'],
    ['from (values (1)) as v(a)', 'FROM (VALUES (1)) AS v (a)'],
    ['from t, lateral (select 1) x', 'FROM t, LATERAL (SELECT 1) AS x'],
    ['from t left join lateral f(t.a) g on true', 'FROM t LEFT JOIN LATERAL f(t.a) AS g ON TRUE'],
    ['from unnest(a, b) with ordinality as u(x, y)', 'FROM UNNEST(a, b) WITH ORDINALITY AS u (x, y)'],
    ['from generate_series(1, n => 10) as g(i)', 'FROM generate_series(1, n => 10) AS g (i)'],
    ['from table(f(1))', 'FROM f(1)'],
  ])('reads %s', (sql, expected) => {
    expect(canonical(`select 1 ${sql}`)).toBe(`SELECT 1 ${expected}`);
  });

  it.each([
    ['from t |> where a > 1', 'SELECT * FROM (SELECT * FROM t) WHERE a > 1'],
    ['from t |> select distinct a, b as c', 'SELECT DISTINCT a, b AS c FROM (SELECT * FROM t)'],
    ['from t |> extend a + 1 as b', 'SELECT *, a + 1 AS b FROM (SELECT * FROM t)'],
    ['from t |> as u |> where u.a', 'SELECT * FROM (SELECT * FROM (SELECT * FROM t) AS u) WHERE u.a'],
    [
      'from t |> order by a desc |> limit 3 offset 1',
      'SELECT * FROM (SELECT * FROM (SELECT * FROM t) ORDER BY a DESC) LIMIT 3 OFFSET 1',
    ],
    [
      'from t |> aggregate sum(a) as s, count(*) group by b as k',
      'SELECT b AS k, sum(a) AS s, count(*) FROM (SELECT * FROM t) GROUP BY b',
    ],
    ['from t |> aggregate count(*)', 'SELECT count(*) FROM (SELECT * FROM t)'],
    ['from t |> left join u on a = b', 'SELECT * FROM (SELECT * FROM t) LEFT JOIN u ON a = b'],
    ['select 1 |> union all (select 2), (select 3)', '(SELECT 1) UNION ALL (SELECT 2) UNION ALL (SELECT 3)'],
    ['select * from (from t |> where a) x', 'SELECT * FROM (SELECT * FROM (SELECT * FROM t) WHERE a) AS x'],
  ])('reads the pipes of %s as queries around queries', (sql, expected) => {
    expect(canonical(sql)).toBe(expected);
  });

  it('takes a hundred pipes and no more', () => {
    expect(parseStatements(`from t${' |> where a'.repeat(100)}`)).toHaveLength(1);
    expect(() => parseStatements(`from t${' |> where a'.repeat(101)}`)).toThrowError(
      'recursion limit exceeded: more than 100 pipe operators',
    );
    expect(() => parseStatements('from t |> frobnicate')).toThrowError('Expected: a pipe operator such as WHERE');
  });

  it('takes words as aliases unless they begin the next clause', () => {
    expect(canonical('select a filter, b first from t rows')).toBe('SELECT a AS filter, b AS first FROM t AS rows');
    expect(canonical('select a from t left join u on v')).toBe('SELECT a FROM t LEFT JOIN u ON v');
    expect(canonical('select a over from t')).toBe('SELECT a AS over FROM t');
  });

  it.each([
    ['select 1 select 2', 'Expected: end of statement, found: select at Line: 1, Column: 10'],
    ['select', 'Expected: an expression, found: end of input'],
    ['select a b c', 'Expected: end of statement, found: c at Line: 1, Column: 12'],
    ['select a from t where', 'Expected: an expression, found: end of input at Line: 1, Column: 22'],
    ['select distinct all a', 'Cannot specify DISTINCT then ALL'],
    ['select a from t,', 'Expected: a table name, found: end of input'],
    ['select 1 order by 1 union select 2', 'Expected: end of statement, found: union'],
    ['select a from t limit 1 limit 2', 'LIMIT may be given only once at Line: 1, Column: 25'],
    ['select a from t offset 1 offset 2', 'OFFSET may be given only once'],
    ['select 1 intersect by name select 2', 'BY NAME is only for UNION'],
    ['select * from a natural cross join b', 'A CROSS JOIN cannot be NATURAL'],
    ['select * from a cross join b on c', 'Expected: end of statement, found: on'],
    ['select * from a join b using ()', 'Expected: identifier, found: )'],
    ['with a as (select 1), select 2', 'Expected: AS, found: 2'],
    [
      'with a as (select 1) with b as (select 2) select 3',
      'Expected: SELECT, VALUES, or a subquery in the query body, found: with',
    ],
    ['values ()', 'Expected: an expression, found: )'],
    ['select from', 'Expected: a table name'],
    ['nonsense', 'Expected: an SQL statement, found: nonsense at Line: 1, Column: 1'],
  ])('refuses %s', (sql, message) => {
    expect(() => parseStatements(sql)).toThrowError(message);
    expect(() => parseStatements(sql)).toThrowError(SqlParseError);
  });

  it.each([
    ['from t |> drop a', 'Pipe operator |> DROP'],
    ['select * from t pivot (sum(a) for b in (1))', 'PIVOT'],
    ['select * from t tablesample (10)', 'TABLESAMPLE'],
    ['select * from a asof join b on c', 'ASOF JOIN'],
    ['select a from t for update', 'SELECT ... FOR UPDATE or SHARE'],
    ['select 1 from t group by a with rollup', 'GROUP BY ... WITH ROLLUP'],
    ['with a as (insert into t values (1)) select 1', 'INSERT, UPDATE, DELETE or MERGE inside WITH'],
    ['alter table t add column a int', 'The statement ALTER'],
  ])('says of %s that it is not there yet', (sql, feature) => {
    expect(() => parseStatements(sql)).toThrowError(NotYetSupportedError);
    expect(() => parseStatements(sql)).toThrowError(`${feature} is not supported yet`);
  });

  it('marks where clauses begin', () => {
    const [statement] = parseStatements('SELECT a\nFROM t\nWHERE b');
    expect(statement).toMatchObject({ kind: 'Query', body: { where: { span: { line: 3, column: 7, offset: 22 } } } });
  });

  it('reads a statement in the same way wherever it stands', () => {
    expect(statementOf('EXPLAIN SELECT 1')).toMatchObject({ statement: statementOf('SELECT 1') });
  });
});
