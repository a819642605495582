import fc from 'fast-check';

// SQL texts by grammar. Everything generated here is meant to be valid in the generic dialect, for our parser and the oracle alike.

const one = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
/** A text of parts: strings stand for themselves. */
const seq = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => texts.join(''));
const listOf = (element: fc.Arbitrary<string>, minLength = 1, maxLength = 3): fc.Arbitrary<string> =>
  fc.array(element, { minLength, maxLength }).map((texts) => texts.join(', '));
const maybe = (part: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), part);

const name = one('a', 'b', 'c1', '_x', 'Total', '"q"', '"A b"', '"x""y"', 'date', 'first', 'year', 'type');
const table = one('t', 'u', 's.t', 'c.s.t', '"T"', 'events');
const column = fc.oneof(name, seq(one('t', 'u', '"T"'), '.', name));
const type = one(
  ...[
    'INT',
    'BIGINT',
    'TEXT',
    'DOUBLE',
    'DOUBLE PRECISION',
    'DECIMAL(10, 2)',
    'VARCHAR(3)',
    'TIMESTAMP',
    'TIMESTAMP(3)',
  ],
  ...[
    'TIMESTAMP WITH TIME ZONE',
    'DATE',
    'BOOLEAN',
    'INT[]',
    'ARRAY<INT>',
    'STRUCT<a INT, b TEXT>',
    'INT UNSIGNED',
    'INTERVAL',
  ],
);
const literal = one(
  ...['1', '1.5', '.5', '1e3', "'x'", "'it''s'", "''", 'TRUE', 'false', 'NULL', '$1', '$name', "X'1F'"],
  ...[
    "DATE '2020-01-01'",
    "TIMESTAMP '2020-01-01 00:00:00'",
    "INTERVAL '1' MONTH",
    "INTERVAL '1 day 2 hours'",
    'INTERVAL 3 DAY',
  ],
);
const binaryOperator = one(
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '||',
    '=',
    '<>',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    'AND',
    'OR',
    '&',
    '|',
    '^',
    '<<',
    '>>',
    '~',
    '!~*',
  ],
  ...['->', '->>', '@>', '<@', 'IS DISTINCT FROM', 'XOR'],
);

type Grammar = {
  expr: string;
  primary: string;
  call: string;
  orderItem: string;
  window: string;
  query: string;
  body: string;
  select: string;
  from: string;
  factor: string;
  item: string;
  group: string;
};

/** Depth is bounded: fast-check prefers the first alternative of each rule the deeper it gets. */
const grammar = fc.letrec<Grammar>((tie) => {
  const deep = { maxDepth: 4, depthIdentifier: 'sql' } as const;
  const expr = tie('expr');
  const direction = one('', ' ASC', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST');
  const bound = one(
    'UNBOUNDED PRECEDING',
    '1 PRECEDING',
    'CURRENT ROW',
    '2 FOLLOWING',
    "INTERVAL '1' DAY PRECEDING",
    'UNBOUNDED FOLLOWING',
  );
  return {
    primary: fc.oneof(
      deep,
      column,
      literal,
      tie('call'),
      seq('(', expr, ')'),
      seq('CASE WHEN ', expr, ' THEN ', expr, maybe(seq(' ELSE ', expr)), ' END'),
      seq('CASE ', tie('primary'), ' WHEN ', expr, ' THEN ', expr, ' END'),
      seq(one('CAST', 'TRY_CAST'), '(', expr, ' AS ', type, ')'),
      seq('EXTRACT(', one('YEAR', 'day', 'epoch'), ' FROM ', expr, ')'),
      seq('SUBSTRING(', expr, ' FROM ', expr, maybe(seq(' FOR ', expr)), ')'),
      seq('TRIM(', one('', 'BOTH ', 'LEADING '), "'x' FROM ", expr, ')'),
      seq('POSITION(', tie('primary'), ' IN ', expr, ')'),
      seq('(', tie('query'), ')'),
      seq('EXISTS (', tie('query'), ')'),
      seq('[', listOf(expr), ']'),
      seq('(', expr, ', ', expr, ')'),
      seq('{a: ', expr, '}'),
    ),
    expr: fc.oneof(
      deep,
      tie('primary'),
      seq(tie('primary'), ' ', binaryOperator, ' ', tie('primary')),
      seq(expr, ' ', binaryOperator, ' ', expr),
      seq('NOT ', expr),
      seq('NOT EXISTS (', tie('query'), ')'),
      seq(one('-', '- ', '+ '), tie('primary')),
      seq(tie('primary'), '::', type),
      seq(tie('primary'), ' IS ', one('', 'NOT '), one('NULL', 'TRUE', 'FALSE', 'UNKNOWN')),
      seq(tie('primary'), one(' ', ' NOT '), 'BETWEEN ', tie('primary'), ' AND ', tie('primary')),
      seq(tie('primary'), one(' ', ' NOT '), 'IN (', listOf(expr), ')'),
      seq(tie('primary'), one(' ', ' NOT '), 'IN (', tie('query'), ')'),
      seq(
        tie('primary'),
        one(' ', ' NOT '),
        one('LIKE', 'ILIKE', 'SIMILAR TO'),
        ' ',
        tie('primary'),
        maybe(one(" ESCAPE '!'")),
      ),
      seq(tie('primary'), ' ', one('=', '<', '>='), ' ', one('ANY', 'ALL'), '(', fc.oneof(column, tie('query')), ')'),
      seq(tie('primary'), " AT TIME ZONE 'UTC'"),
      seq(column, '[', tie('primary'), ']'),
    ),
    call: fc.oneof(
      deep,
      seq(one('f', 'sum', 'coalesce', 's.g', 'left'), '(', maybe(listOf(expr)), ')'),
      one('count(*)', 'CURRENT_DATE', 'now()'),
      seq('count(DISTINCT ', expr, ')'),
      seq('array_agg(', expr, ' ORDER BY ', tie('orderItem'), ')'),
      seq('sum(', expr, ')', maybe(seq(' FILTER (WHERE ', expr, ')')), ' OVER ', fc.oneof(one('w'), tie('window'))),
      seq('percentile_cont(0.5) WITHIN GROUP (ORDER BY ', tie('orderItem'), ')'),
      seq('first_value(', expr, ') ', one('IGNORE', 'RESPECT'), ' NULLS OVER ', tie('window')),
      seq('f(', one('x', '"Y"'), ' => ', expr, ')'),
    ),
    orderItem: seq(expr, direction),
    window: seq(
      '(',
      fc
        .tuple(
          maybe(seq('PARTITION BY ', listOf(expr))),
          maybe(seq('ORDER BY ', listOf(tie('orderItem')))),
          maybe(
            fc.oneof(
              seq(one('ROWS ', 'RANGE ', 'GROUPS '), bound),
              seq(one('ROWS', 'RANGE'), ' BETWEEN ', bound, ' AND ', bound),
            ),
          ),
        )
        .map((parts) => parts.filter((part) => part !== '').join(' ')),
      ')',
    ),
    query: fc.oneof(
      deep,
      tie('body'),
      seq(
        tie('body'),
        maybe(seq(' ORDER BY ', listOf(tie('orderItem')))),
        maybe(one(' LIMIT 10', ' LIMIT 5 OFFSET 2', ' OFFSET 3')),
      ),
      seq('WITH ', one('', 'RECURSIVE '), 'q', maybe(one(' (a, b)')), ' AS (', tie('query'), ') ', tie('body')),
    ),
    body: fc.oneof(
      deep,
      tie('select'),
      seq('VALUES ', listOf(seq('(', listOf(expr), ')'))),
      seq(
        tie('body'),
        ' ',
        one('UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT', 'UNION BY NAME', 'EXCEPT ALL'),
        ' ',
        tie('select'),
      ),
      seq('(', tie('query'), ') ', one('UNION', 'INTERSECT'), ' (', tie('query'), ')'),
    ),
    select: fc
      .tuple(
        seq('SELECT ', fc.oneof(one('', 'DISTINCT '), seq('DISTINCT ON (', expr, ') ')), listOf(tie('item'))),
        maybe(seq('FROM ', listOf(tie('from'), 1, 2))),
        maybe(seq('WHERE ', expr)),
        maybe(seq('GROUP BY ', fc.oneof(one('ALL'), listOf(tie('group'))))),
        maybe(seq('HAVING ', expr)),
        maybe(seq('QUALIFY ', expr)),
        maybe(seq('WINDOW w AS ', tie('window'))),
      )
      // Without FROM the words QUALIFY and WINDOW would be aliases to other parsers.
      .map(([list, from, where, group, having, qualify, window]) => [
        list,
        from,
        where,
        group,
        having,
        ...(from === '' ? [] : [qualify, window]),
      ])
      .map((parts) => parts.filter((part) => part !== '').join(' ')),
    item: fc.oneof(
      deep,
      expr,
      seq(expr, one(' AS ', ' '), one('x', '"Y z"', 'total')),
      one('*', 't.*', '* EXCLUDE (a, b)', '* EXCEPT (a)', '* REPLACE (a + 1 AS a)'),
    ),
    group: fc.oneof(
      deep,
      expr,
      seq(one('ROLLUP', 'CUBE'), ' (', listOf(column), ')'),
      seq('GROUPING SETS ((', listOf(column), '), (', column, '), ())'),
    ),
    from: fc.oneof(
      deep,
      tie('factor'),
      seq(
        tie('factor'),
        one(' JOIN ', ' LEFT JOIN ', ' RIGHT OUTER JOIN ', ' FULL JOIN ', ' LEFT SEMI JOIN ', ' LEFT ANTI JOIN '),
        tie('factor'),
        ' ON ',
        expr,
      ),
      seq(tie('factor'), ' INNER JOIN ', tie('factor'), ' USING (', listOf(name), ')'),
      seq(tie('factor'), one(' CROSS JOIN ', ' NATURAL JOIN '), tie('factor')),
      seq('(', tie('factor'), ' JOIN ', tie('factor'), ' ON ', expr, ')'),
    ),
    factor: fc.oneof(
      deep,
      table,
      seq(table, one(' AS ', ' '), one('t', 'x', '"T"')),
      seq(one('', 'LATERAL '), '(', tie('query'), ') AS x', maybe(one(' (a, b)'))),
      seq('UNNEST(', listOf(expr), ') AS n'),
      seq('generate_series(', listOf(expr), ') AS g'),
    ),
  };
});

export const expressions: fc.Arbitrary<string> = grammar.expr;
export const queries: fc.Arbitrary<string> = grammar.query;

/** Statements around the generated queries. */
export const statements: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: queries },
  seq('CREATE TABLE t (a INT, b ', type, one('', ' NOT NULL'), ')'),
  seq('CREATE ', one('', 'OR REPLACE '), 'VIEW v AS ', queries),
  seq('CREATE TABLE t AS ', queries),
  seq('INSERT INTO t ', one('', '(a, b) '), queries),
  seq('UPDATE t SET a = ', expressions, maybe(seq(' WHERE ', expressions))),
  seq('DELETE FROM t WHERE ', expressions),
  seq('EXPLAIN ', one('', 'ANALYZE ', 'VERBOSE '), queries),
  seq('PREPARE p AS ', queries),
  seq('EXECUTE p(', listOf(literal), ')'),
);
