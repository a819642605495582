import type { Span } from '../ast/common.js';
import type { SqlExpr } from '../ast/expr.js';
import type {
  CommonTableExpr,
  FetchClause,
  OrderByClause,
  Query,
  SetExpr,
  SetOperation,
  ValuesClause,
  WithClause,
} from '../ast/query.js';
import { parseExpr, parseOrderByItem, parseSortOptions } from './expression.js';
import type { Parser } from './parser.js';
import { parsePipes } from './pipe.js';
import { parseSelect } from './select.js';

/** Whether a query comes next that does not begin with a parenthesis. */
export function startsQuery(p: Parser): boolean {
  switch (p.keyword()) {
    case 'SELECT':
    case 'FROM':
      return true;
    case 'WITH':
      return p.peek(1).kind === 'word';
    case 'VALUES':
      return p.isOp('(', 1) || (p.keyword(1) === 'ROW' && p.isOp('(', 2));
    default:
      return false;
  }
}

/** Whether what comes next continues a query whose first branch was in parentheses. */
export const startsQueryTail = (p: Parser): boolean =>
  setOperatorPower(p) > 0 ||
  p.isKeyword('ORDER', 'BY') ||
  p.keyword() === 'LIMIT' ||
  p.keyword() === 'OFFSET' ||
  p.keyword() === 'FETCH';

/** Parses a whole query: WITH, body, ORDER BY, LIMIT, OFFSET, FETCH. */
export function parseQuery(p: Parser): Query {
  const span = p.span();
  return p.nested(() => {
    const withClause = p.keyword() === 'WITH' ? parseWith(p) : undefined;
    return finishQuery(p, parseSetExpr(p, 0), span, withClause);
  });
}

/** Goes on after a first branch that stood in parentheses and has been taken already. */
export function continueQuery(p: Parser, first: Query, span: Span): Query {
  return p.nested(() => finishQuery(p, parseSetOperations(p, first, 0), span, undefined));
}

function finishQuery(p: Parser, body: SetExpr, span: Span, withClause: WithClause | undefined): Query {
  const orderBy = p.isKeyword('ORDER', 'BY') ? parseOrderBy(p) : undefined;
  const limits = parseLimits(p);
  if (p.keyword() === 'FOR' && (p.keyword(1) === 'UPDATE' || p.keyword(1) === 'SHARE'))
    p.notYet('SELECT ... FOR UPDATE or SHARE');
  const query: Query = {
    kind: 'Query',
    ...(withClause !== undefined && { with: withClause }),
    body,
    ...(orderBy !== undefined && { orderBy }),
    ...limits,
    span,
  };
  return p.isOp('|>') ? parsePipes(p, query) : query;
}

function parseWith(p: Parser): WithClause {
  const span = p.span();
  p.expectKeyword('WITH');
  const recursive =
    p.keyword() === 'RECURSIVE' && p.peek(1).kind === 'word' && p.keyword(1) !== 'AS' && p.acceptKeyword('RECURSIVE');
  return { recursive, ctes: p.commaList(() => parseCommonTable(p)), span };
}

function parseCommonTable(p: Parser): CommonTableExpr {
  const span = p.span();
  const name = p.identifier('a name for the common table expression');
  const columns = p.isOp('(') ? p.identifierList() : [];
  p.expectKeyword('AS');
  if (p.acceptKeyword('NOT')) p.expectKeyword('MATERIALIZED');
  else p.acceptKeyword('MATERIALIZED');
  p.expectOp('(');
  if (dataChanging.has(p.keyword())) p.notYet('INSERT, UPDATE, DELETE or MERGE inside WITH');
  const query = parseQuery(p);
  p.expectOp(')');
  return { name, columns, query, span };
}
const dataChanging: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A set operation of operators that bind tighter than `minimum`: UNION and EXCEPT have 10, INTERSECT 20. */
function parseSetExpr(p: Parser, minimum: number): SetExpr {
  return parseSetOperations(p, parseBranch(p), minimum);
}

/** Takes operators in a loop, so that a thousand branches of UNION ALL take no stack. */
function parseSetOperations(p: Parser, first: SetExpr, minimum: number): SetExpr {
  let left = first;
  for (;;) {
    const power = setOperatorPower(p);
    if (power <= minimum) return left;
    const span = p.span();
    const word = p.acceptAny('UNION', 'INTERSECT', 'EXCEPT', 'MINUS')!;
    const op: SetOperation['op'] = word === 'MINUS' ? 'EXCEPT' : word;
    const all = p.acceptKeyword('ALL');
    if (!all) p.acceptKeyword('DISTINCT');
    const byName = p.acceptKeyword('BY', 'NAME');
    if (byName && op !== 'UNION') p.reject(`BY NAME is only for UNION, not for ${op}`, span);
    left = { kind: 'SetOperation', op, all, byName, left, right: parseSetExpr(p, power), span };
  }
}

function setOperatorPower(p: Parser): number {
  switch (p.keyword()) {
    case 'UNION':
    case 'EXCEPT':
    case 'MINUS':
      return 10;
    case 'INTERSECT':
      return 20;
    default:
      return 0;
  }
}

/** One branch: SELECT, VALUES, or a query in parentheses. */
function parseBranch(p: Parser): SetExpr {
  if (p.isOp('(')) {
    p.next();
    const query = parseQuery(p);
    p.expectOp(')');
    return query;
  }
  if (p.keyword() === 'SELECT' || p.keyword() === 'FROM') return parseSelect(p);
  if (p.keyword() === 'VALUES') return parseValues(p);
  return p.fail('SELECT, VALUES, or a subquery in the query body');
}

function parseValues(p: Parser): ValuesClause {
  const span = p.span();
  p.expectKeyword('VALUES');
  const rows = p.commaList(() => {
    p.acceptKeyword('ROW');
    return p.parenthesized(() => parseExpr(p));
  });
  return { kind: 'Values', rows, span };
}

function parseOrderBy(p: Parser): OrderByClause {
  const span = p.span();
  p.expectKeyword('ORDER', 'BY');
  if (p.keyword() === 'ALL' && !p.isOp('.', 1) && !p.isOp('(', 1)) {
    p.next();
    return { kind: 'All', ...parseSortOptions(p), span };
  }
  return { kind: 'Items', items: p.commaList(() => parseOrderByItem(p)), span };
}

/** LIMIT, OFFSET and FETCH in any order, each at most once. `LIMIT a, b` skips a and takes b. */
export function parseLimits(p: Parser): Pick<Query, 'limit' | 'offset' | 'fetch'> {
  let limit: SqlExpr | undefined;
  let offset: SqlExpr | undefined;
  let fetch: FetchClause | undefined;
  const seen = new Set<string>();
  const once = (word: string, at: Span): void => {
    if (seen.has(word)) p.reject(`${word} may be given only once`, at);
    seen.add(word);
  };
  for (;;) {
    const span = p.span();
    if (p.acceptKeyword('LIMIT')) {
      once('LIMIT', span);
      if (p.keyword() === 'ALL') {
        p.next();
        continue;
      }
      limit = parseExpr(p);
      if (p.acceptOp(',')) {
        once('OFFSET', span);
        offset = limit;
        limit = parseExpr(p);
      }
      if (p.keyword() === 'BY') p.notYet('LIMIT ... BY');
    } else if (p.acceptKeyword('OFFSET')) {
      once('OFFSET', span);
      offset = parseExpr(p);
      p.acceptAny('ROW', 'ROWS');
    } else if (p.keyword() === 'FETCH' && (p.keyword(1) === 'FIRST' || p.keyword(1) === 'NEXT')) {
      once('FETCH', span);
      fetch = parseFetch(p);
    } else break;
  }
  return {
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(fetch !== undefined && { fetch }),
  };
}

function parseFetch(p: Parser): FetchClause {
  p.skip(2);
  const quantity = p.keyword() === 'ROW' || p.keyword() === 'ROWS' ? undefined : parseExpr(p);
  const percent = p.acceptKeyword('PERCENT');
  if (p.acceptAny('ROW', 'ROWS') === undefined) p.fail('ROW or ROWS');
  const withTies = p.acceptKeyword('WITH', 'TIES');
  if (!withTies) p.expectKeyword('ONLY');
  return { ...(quantity !== undefined && { quantity }), percent, withTies };
}
