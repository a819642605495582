import type { Ident } from '../ast/common.js';
import type { SqlExpr } from '../ast/expr.js';
import type { Select, SelectItem, TableWithJoins } from '../ast/query.js';
import { parseExpr } from './expression.js';
import { parseFrom } from './from.js';
import { acceptQualifiedStar } from './function-call.js';
import { parseGroupBy } from './group-by.js';
import { reservedForColumnAlias, selectListEnd } from './keywords.js';
import type { Parser } from './parser.js';
import { parseAliasName } from './primary.js';
import { parseNamedWindow } from './window.js';

/** Parses one SELECT without ORDER BY and LIMIT; also `FROM t [SELECT ..]`, whose missing list means `*`. */
export function parseSelect(p: Parser): Select {
  const span = p.span();
  let from: readonly TableWithJoins[] | undefined;
  if (p.acceptKeyword('FROM')) {
    from = parseFrom(p);
    if (p.keyword() !== 'SELECT') {
      const items: SelectItem[] = [{ kind: 'Wildcard', span }];
      return { kind: 'Select', distinct: false, items, from, ...parseFilters(p), span };
    }
  }
  p.expectKeyword('SELECT');
  const distinct = parseDistinct(p);
  const items = selectListEnd.has(p.keyword()) && !(p.keyword() === 'INTO') ? [] : parseSelectList(p);
  if (items.length === 0 && !p.isKeyword('FROM')) p.fail('an expression');
  const into = p.acceptKeyword('INTO') ? p.objectName('a table name') : undefined;
  if (from === undefined) from = p.acceptKeyword('FROM') ? parseFrom(p) : [];
  return { kind: 'Select', distinct, items, ...(into !== undefined && { into }), from, ...parseFilters(p), span };
}

export function parseDistinct(p: Parser): Select['distinct'] {
  if (p.acceptKeyword('ALL')) return false;
  if (!p.acceptKeyword('DISTINCT')) return false;
  if (p.keyword() === 'ALL') p.reject('Cannot specify DISTINCT then ALL');
  if (p.keyword() === 'ON' && p.isOp('(', 1)) {
    p.next();
    return { on: p.nested(() => p.parenthesized(() => parseExpr(p), true)) };
  }
  return true;
}

/** Everything between FROM and ORDER BY. */
function parseFilters(p: Parser): Pick<Select, 'where' | 'groupBy' | 'having' | 'windows' | 'qualify'> {
  if (p.isKeyword('LATERAL', 'VIEW')) p.notYet('LATERAL VIEW');
  if (p.keyword() === 'PREWHERE') p.notYet('PREWHERE');
  const where = p.acceptKeyword('WHERE') ? parseExpr(p) : undefined;
  const groupBy = p.isKeyword('GROUP', 'BY') ? parseGroupBy(p) : undefined;
  for (const clause of ['CLUSTER', 'DISTRIBUTE', 'SORT']) if (p.isKeyword(clause, 'BY')) p.notYet(`${clause} BY`);
  const having = p.acceptKeyword('HAVING') ? parseExpr(p) : undefined;
  // QUALIFY and WINDOW may come in either order.
  let qualify: SqlExpr | undefined;
  if (p.acceptKeyword('QUALIFY')) qualify = parseExpr(p);
  const windows = p.acceptKeyword('WINDOW') ? p.commaList(() => parseNamedWindow(p)) : [];
  if (qualify === undefined && p.acceptKeyword('QUALIFY')) qualify = parseExpr(p);
  return {
    ...(where !== undefined && { where }),
    ...(groupBy !== undefined && { groupBy }),
    ...(having !== undefined && { having }),
    windows,
    ...(qualify !== undefined && { qualify }),
  };
}

export function parseSelectList(p: Parser): SelectItem[] {
  const items = [parseSelectItem(p)];
  while (p.acceptOp(',')) {
    // A trailing comma is taken as the generic dialect takes it.
    if (selectListEnd.has(p.keyword()) && !p.isOp('(', 1)) break;
    items.push(parseSelectItem(p));
  }
  return items;
}

function parseSelectItem(p: Parser): SelectItem {
  const span = p.span();
  if (p.acceptOp('*')) return { kind: 'Wildcard', ...parseWildcardOptions(p), span };
  const qualifier = acceptQualifiedStar(p);
  if (qualifier !== undefined) return { kind: 'Wildcard', qualifier, ...parseWildcardOptions(p), span };
  const expr = parseExpr(p);
  const alias = parseColumnAlias(p);
  return { kind: 'Expr', expr, ...(alias !== undefined && { alias }), span };
}

function parseColumnAlias(p: Parser): Ident | undefined {
  if (p.acceptKeyword('AS')) return parseAliasName(p);
  const token = p.peek();
  if (token.kind === 'string' && token.style === 'plain') return parseAliasName(p);
  return token.kind === 'word' && !reservedForColumnAlias.has(token.keyword) ? p.identifier() : undefined;
}

type Wildcard = Extract<SelectItem, { kind: 'Wildcard' }>;

/** `EXCLUDE a`, `EXCEPT (a, b)`, `REPLACE (x AS a)`, `RENAME a AS b`. */
function parseWildcardOptions(p: Parser): Pick<Wildcard, 'exclude' | 'replace' | 'rename'> {
  let exclude: readonly Ident[] | undefined;
  if (p.acceptKeyword('EXCLUDE')) exclude = identifiersWithOrWithoutParentheses(p);
  // EXCEPT may also be the set operation: then a query follows.
  else if (p.keyword() === 'EXCEPT' && startsColumnList(p)) {
    p.next();
    exclude = identifiersWithOrWithoutParentheses(p);
  }
  const replace =
    p.keyword() === 'REPLACE' && p.isOp('(', 1) && p.acceptKeyword('REPLACE')
      ? p.parenthesized(() => {
          const expr = parseExpr(p);
          p.acceptKeyword('AS');
          return { expr, name: p.identifier() };
        })
      : undefined;
  const rename = p.acceptKeyword('RENAME')
    ? p.isOp('(')
      ? p.parenthesized(() => parseRename(p))
      : [parseRename(p)]
    : undefined;
  return {
    ...(exclude !== undefined && { exclude }),
    ...(replace !== undefined && { replace }),
    ...(rename !== undefined && { rename }),
  };
}

function startsColumnList(p: Parser): boolean {
  const at = p.isOp('(', 1) ? 2 : 1;
  return p.peek(at).kind === 'word' && !setBranchStart.has(p.keyword(at));
}
const setBranchStart: ReadonlySet<string> = new Set(['SELECT', 'VALUES', 'FROM', 'WITH', 'ALL', 'DISTINCT', 'BY']);

const identifiersWithOrWithoutParentheses = (p: Parser): readonly Ident[] =>
  p.isOp('(') ? p.identifierList() : [p.identifier()];

function parseRename(p: Parser): { readonly from: Ident; readonly to: Ident } {
  const from = p.identifier();
  p.expectKeyword('AS');
  return { from, to: p.identifier() };
}
