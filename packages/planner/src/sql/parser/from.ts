import type { Ident } from '../ast/common.js';
import type { Join, JoinConstraint, SqlJoinKind, TableAlias, TableFactor, TableWithJoins } from '../ast/query.js';
import { parseDataType } from './data-type.js';
import { parseExpr } from './expression.js';
import { parseFunctionArg } from './function-call.js';
import { reservedForTableAlias } from './keywords.js';
import type { Parser } from './parser.js';
import { continueQuery, parseQuery, startsQuery, startsQueryTail } from './query.js';

/** Parses the list after FROM. */
export function parseFrom(p: Parser): TableWithJoins[] {
  return p.commaList(() => parseTableWithJoins(p));
}

export function parseTableWithJoins(p: Parser): TableWithJoins {
  return { relation: parseTableFactor(p), joins: parseJoins(p) };
}

/** Joins in a loop: they associate to the left. */
export function parseJoins(p: Parser): Join[] {
  const joins: Join[] = [];
  for (;;) {
    const span = p.span();
    const natural = p.acceptKeyword('NATURAL');
    const join = parseJoinKind(p);
    if (join === undefined) {
      if (natural) p.fail('a join type after NATURAL');
      return joins;
    }
    if (natural && join === 'CROSS') p.reject('A CROSS JOIN cannot be NATURAL', span);
    const relation = parseTableFactor(p);
    const constraint: JoinConstraint | undefined = natural
      ? { kind: 'Natural' }
      : join === 'CROSS'
        ? undefined
        : parseConstraint(p);
    joins.push({ join, relation, ...(constraint !== undefined && { constraint }), span });
  }
}

/** Takes the words up to and including JOIN; undefined when no join comes next. */
function parseJoinKind(p: Parser): SqlJoinKind | undefined {
  switch (p.keyword()) {
    case 'JOIN':
      p.next();
      return 'INNER';
    case 'INNER':
      p.next();
      p.expectKeyword('JOIN');
      return 'INNER';
    case 'CROSS':
      p.next();
      if (p.keyword() === 'APPLY') p.notYet('CROSS APPLY');
      p.expectKeyword('JOIN');
      return 'CROSS';
    case 'LEFT':
    case 'RIGHT': {
      const side = p.acceptAny('LEFT', 'RIGHT')!;
      const form = p.acceptAny('OUTER', 'SEMI', 'ANTI');
      p.expectKeyword('JOIN');
      return form === 'SEMI' || form === 'ANTI' ? `${side} ${form}` : side;
    }
    case 'SEMI':
    case 'ANTI': {
      const form = p.acceptAny('SEMI', 'ANTI')!;
      p.expectKeyword('JOIN');
      return `LEFT ${form}`;
    }
    case 'FULL':
      p.next();
      p.acceptKeyword('OUTER');
      p.expectKeyword('JOIN');
      return 'FULL';
    case 'OUTER':
      if (p.keyword(1) === 'APPLY') p.notYet('OUTER APPLY');
      return undefined;
    case 'ASOF':
      return p.keyword(1) === 'JOIN' ? p.notYet('ASOF JOIN') : undefined;
    case 'GLOBAL':
      return p.notYet('GLOBAL JOIN');
    default:
      return undefined;
  }
}

function parseConstraint(p: Parser): JoinConstraint | undefined {
  if (p.acceptKeyword('ON')) return { kind: 'On', expr: parseExpr(p) };
  if (p.acceptKeyword('USING')) return { kind: 'Using', columns: p.identifierList() };
  return undefined;
}

export function parseTableFactor(p: Parser): TableFactor {
  const span = p.span();
  const lateral =
    p.keyword() === 'LATERAL' && (p.isOp('(', 1) || p.peek(1).kind === 'word') && p.acceptKeyword('LATERAL');
  if (p.isOp('(')) return p.nested(() => parseParenthesizedFactor(p, lateral));
  if (p.keyword() === 'UNNEST' && p.isOp('(', 1)) {
    p.next();
    const exprs = p.nested(() => p.parenthesized(() => parseExpr(p)));
    const withOrdinality = parseOrdinality(p);
    return { kind: 'Unnest', lateral, exprs, withOrdinality, ...parseOptionalAlias(p), span };
  }
  // `TABLE(f(x))` is f(x).
  const wrapped = p.keyword() === 'TABLE' && p.isOp('(', 1);
  if (wrapped) p.skip(2);
  const name = p.objectName('a table name', true);
  if (p.isOp('(') || lateral || wrapped) {
    const args = p.nested(() => p.parenthesized(() => parseFunctionArg(p), true));
    if (wrapped) p.expectOp(')');
    const withOrdinality = parseOrdinality(p);
    return { kind: 'TableFunction', lateral, name, args, withOrdinality, ...parseOptionalAlias(p), span };
  }
  rejectTableModifiers(p);
  const alias = parseOptionalAlias(p);
  rejectTableModifiers(p);
  return { kind: 'Table', name, ...alias, span };
}

function rejectTableModifiers(p: Parser): void {
  if (p.keyword() === 'TABLESAMPLE') p.notYet('TABLESAMPLE');
  if (p.keyword() === 'PIVOT' && p.isOp('(', 1)) p.notYet('PIVOT');
  if (p.keyword() === 'UNPIVOT' && p.isOp('(', 1)) p.notYet('UNPIVOT');
  if (p.keyword() === 'MATCH_RECOGNIZE' && p.isOp('(', 1)) p.notYet('MATCH_RECOGNIZE');
  if (p.isKeyword('FOR', 'SYSTEM_TIME')) p.notYet('FOR SYSTEM_TIME AS OF');
}

function parseOrdinality(p: Parser): boolean {
  if (p.isKeyword('WITH', 'OFFSET')) p.notYet('UNNEST ... WITH OFFSET');
  return p.acceptKeyword('WITH', 'ORDINALITY');
}

/** A subquery or joins in parentheses. */
function parseParenthesizedFactor(p: Parser, lateral: boolean): TableFactor {
  const span = p.span();
  p.expectOp('(');
  if (startsQuery(p)) {
    const query = parseQuery(p);
    p.expectOp(')');
    return { kind: 'Derived', lateral, query, ...parseOptionalAlias(p), span };
  }
  const first = parseTableFactor(p);
  const isBareQuery = first.kind === 'Derived' && first.alias === undefined && !first.lateral;
  // `((SELECT 1) UNION SELECT 2)` and `((SELECT 1))`: the inner parentheses held a branch, not a table.
  if (isBareQuery && (p.isOp(')') || startsQueryTail(p))) {
    const query = p.isOp(')') ? first.query : continueQuery(p, first.query, span);
    p.expectOp(')');
    return { kind: 'Derived', lateral, query, ...parseOptionalAlias(p), span };
  }
  if (lateral) p.reject('LATERAL takes a subquery or a table function', span);
  const joins = parseJoins(p);
  p.expectOp(')');
  return { kind: 'NestedJoin', table: { relation: first, joins }, ...parseOptionalAlias(p), span };
}

export function parseOptionalAlias(p: Parser): { alias?: TableAlias } {
  let name: Ident;
  if (p.acceptKeyword('AS')) name = p.identifier('a table alias');
  else {
    const token = p.peek();
    if (token.kind !== 'word' || reservedForTableAlias.has(token.keyword)) return {};
    name = p.identifier();
  }
  const columns = p.isOp('(')
    ? p.parenthesized(() => {
        const column = p.identifier('a column alias');
        return p.peek().kind === 'word' ? { name: column, type: parseDataType(p) } : { name: column };
      })
    : [];
  return { alias: { name, columns } };
}
