import type { Span } from '../ast/common.js';
import type { GroupByElement, Query, Select, SelectItem, SetExpr, TableWithJoins } from '../ast/query.js';
import { parseExpr, parseOrderByItem } from './expression.js';
import { parseJoins } from './from.js';
import type { Parser } from './parser.js';
import { parseLimits, parseQuery } from './query.js';
import { parseDistinct, parseSelectList } from './select.js';

/** Pipes that one query may have: each wraps what stands before it, so they count as nesting. */
const maxPipes = 100;

/**
 * Takes `|> operator ...` as long as there are any. A pipe is another way to write a query around a query, and becomes one:
 * `q |> WHERE a` is `SELECT * FROM (q) WHERE a`.
 */
export function parsePipes(p: Parser, first: Query): Query {
  let query = first;
  for (let count = 1; p.isOp('|>'); count += 1) {
    if (count > maxPipes) p.reject(`recursion limit exceeded: more than ${maxPipes} pipe operators`);
    const span = p.span();
    p.next();
    query = parsePipe(p, query, span);
  }
  return query;
}

function parsePipe(p: Parser, input: Query, span: Span): Query {
  switch (p.keyword()) {
    case 'WHERE':
      p.next();
      return over(input, span, { where: parseExpr(p) });
    case 'SELECT': {
      p.next();
      const distinct = parseDistinct(p);
      return over(input, span, { distinct, items: parseSelectList(p) });
    }
    case 'EXTEND':
      p.next();
      return over(input, span, { items: [{ kind: 'Wildcard', span }, ...parseSelectList(p)] });
    case 'AS': {
      p.next();
      const alias = { name: p.identifier('a table alias'), columns: [] };
      return over(input, span, {
        from: [{ relation: { kind: 'Derived', lateral: false, query: input, alias, span }, joins: [] }],
      });
    }
    case 'ORDER': {
      p.expectKeyword('ORDER', 'BY');
      return {
        ...over(input, span, {}),
        orderBy: { kind: 'Items', items: p.commaList(() => parseOrderByItem(p)), span },
      };
    }
    case 'LIMIT':
    case 'OFFSET':
      return { ...over(input, span, {}), ...parseLimits(p) };
    case 'AGGREGATE':
      p.next();
      return parseAggregate(p, input, span);
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      return parseSetPipe(p, input, span);
    case 'JOIN':
    case 'INNER':
    case 'LEFT':
    case 'RIGHT':
    case 'FULL':
    case 'CROSS':
    case 'NATURAL':
    case 'SEMI':
    case 'ANTI': {
      const joins = parseJoins(p);
      const [{ relation }] = tableOf(input, span) as [TableWithJoins];
      return over(input, span, { from: [{ relation, joins }] });
    }
  }
  for (const word of [
    'DROP',
    'RENAME',
    'SET',
    'CALL',
    'TABLESAMPLE',
    'PIVOT',
    'UNPIVOT',
    'DISTINCT',
    'WITH',
    'WINDOW',
  ]) {
    if (p.keyword() === word) p.notYet(`Pipe operator |> ${word}`);
  }
  return p.fail('a pipe operator such as WHERE, SELECT, EXTEND, AGGREGATE, ORDER BY, LIMIT, JOIN or UNION');
}

const tableOf = (query: Query, span: Span): TableWithJoins[] => [
  { relation: { kind: 'Derived', lateral: false, query, span }, joins: [] },
];

const wrap = (body: SetExpr, span: Span): Query => ({ kind: 'Query', body, span });

/** `SELECT * FROM (input)` with some parts given. */
const over = (input: Query, span: Span, parts: Partial<Select>): Query =>
  wrap(
    {
      kind: 'Select',
      distinct: false,
      items: [{ kind: 'Wildcard', span }],
      from: tableOf(input, span),
      windows: [],
      span,
      ...parts,
    },
    span,
  );

/** `AGGREGATE a AS x, .. [GROUP BY k AS y, ..]`: keys come out first. */
function parseAggregate(p: Parser, input: Query, span: Span): Query {
  const aggregates = p.isKeyword('GROUP', 'BY') ? [] : parseSelectList(p);
  if (!p.acceptKeyword('GROUP', 'BY')) return over(input, span, { items: aggregates });
  const keys = parseSelectList(p);
  const elements = keys.map((key): GroupByElement => {
    if (key.kind !== 'Expr') return p.reject('* is no key to group by', key.span);
    return { kind: 'Expr', expr: key.expr };
  });
  const items: SelectItem[] = [...keys, ...aggregates];
  return over(input, span, { items, groupBy: { kind: 'Elements', elements, span } });
}

/** `UNION [ALL | DISTINCT] [BY NAME] (query), (query)`. */
function parseSetPipe(p: Parser, input: Query, span: Span): Query {
  const op = p.acceptAny('UNION', 'INTERSECT', 'EXCEPT')!;
  const all = p.acceptKeyword('ALL');
  if (!all) p.acceptKeyword('DISTINCT');
  const byName = p.acceptKeyword('BY', 'NAME');
  if (byName && op !== 'UNION') p.reject(`BY NAME is only for UNION, not for ${op}`, span);
  const branches = p.commaList(() => {
    p.expectOp('(');
    const query = parseQuery(p);
    p.expectOp(')');
    return query;
  });
  const body = branches.reduce<SetExpr>(
    (left, right) => ({ kind: 'SetOperation', op, all, byName, left, right, span }),
    input,
  );
  return wrap(body, span);
}
