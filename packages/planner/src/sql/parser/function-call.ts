import type { Ident, ObjectName } from '../ast/common.js';
import type { FunctionArg, FunctionCall, SqlExpr } from '../ast/expr.js';
import type { OrderByItem } from '../ast/query.js';
import { parseExpr, parseOrderByItem } from './expression.js';
import type { Parser } from './parser.js';
import { parseWindowSpec } from './window.js';

/** Parses the arguments of a call and everything that may follow them; the opening parenthesis comes next. */
export function parseFunctionCall(p: Parser, name: ObjectName): FunctionCall {
  const span = name[0]!.span;
  p.expectOp('(');
  const distinct = p.keyword() === 'DISTINCT' && !p.isOp(')', 1) && !p.isOp(',', 1);
  if (distinct) p.next();
  else if (p.keyword() === 'ALL' && !p.isOp(')', 1) && !p.isOp(',', 1) && !p.isOp('.', 1)) p.next();
  const args = p.isOp(')') || p.isKeyword('ORDER', 'BY') ? [] : p.commaList(() => parseFunctionArg(p));
  const orderBy = p.acceptKeyword('ORDER', 'BY') ? p.commaList(() => parseOrderByItem(p)) : [];
  const limit = p.acceptKeyword('LIMIT') ? parseExpr(p) : undefined;
  let nullTreatment = parseNullTreatment(p);
  p.expectOp(')');

  const withinGroup = p.acceptKeyword('WITHIN', 'GROUP') ? parseWithinGroup(p) : [];
  const filter = p.keyword() === 'FILTER' && p.isOp('(', 1) ? parseFilter(p) : undefined;
  nullTreatment ??= parseNullTreatment(p);
  const over = parseOver(p);
  return {
    kind: 'Function',
    name,
    parentheses: true,
    distinct,
    args,
    orderBy,
    ...(limit !== undefined && { limit }),
    withinGroup,
    ...(filter !== undefined && { filter }),
    ...(nullTreatment !== undefined && { nullTreatment }),
    ...(over !== undefined && { over }),
    span,
  };
}

export function parseFunctionArg(p: Parser): FunctionArg {
  const span = p.span();
  if (p.isOp('*') && (p.isOp(')', 1) || p.isOp(',', 1))) {
    p.next();
    return { kind: 'Star', span };
  }
  const qualifier = acceptQualifiedStar(p);
  if (qualifier !== undefined) return { kind: 'Star', qualifier, span };
  if (p.peek().kind === 'word' && (p.isOp('=>', 1) || p.isOp(':=', 1))) {
    const name = p.identifier();
    p.next();
    return { kind: 'Named', name, expr: parseExpr(p) };
  }
  const expr = parseExpr(p);
  return p.acceptKeyword('AS')
    ? { kind: 'Aliased', expr, name: p.identifier('a field name') }
    : { kind: 'Positional', expr };
}

/** Takes `t.*` or `a.b.*` when that is what comes next. */
export function acceptQualifiedStar(p: Parser): ObjectName | undefined {
  let ahead = 0;
  while (p.peek(ahead).kind === 'word' && p.isOp('.', ahead + 1)) ahead += 2;
  if (ahead === 0 || !p.isOp('*', ahead)) return undefined;
  const parts: Ident[] = [];
  for (; ahead > 0; ahead -= 2) {
    parts.push(p.identifier());
    p.next();
  }
  p.next();
  return parts;
}

function parseNullTreatment(p: Parser): 'IGNORE' | 'RESPECT' | undefined {
  if (p.acceptKeyword('IGNORE', 'NULLS')) return 'IGNORE';
  return p.acceptKeyword('RESPECT', 'NULLS') ? 'RESPECT' : undefined;
}

function parseWithinGroup(p: Parser): OrderByItem[] {
  p.expectOp('(');
  p.expectKeyword('ORDER', 'BY');
  const items = p.commaList(() => parseOrderByItem(p));
  p.expectOp(')');
  return items;
}

function parseFilter(p: Parser): SqlExpr {
  p.expectKeyword('FILTER');
  p.expectOp('(');
  p.expectKeyword('WHERE');
  const filter = parseExpr(p);
  p.expectOp(')');
  return filter;
}

function parseOver(p: Parser): FunctionCall['over'] {
  if (p.keyword() !== 'OVER') return undefined;
  if (p.isOp('(', 1)) {
    p.next();
    return parseWindowSpec(p);
  }
  // `f(x) over` may also be an alias, when no window name follows.
  if (p.peek(1).kind !== 'word' || p.keyword(1) === 'FROM') return undefined;
  p.next();
  return p.identifier('a window name');
}
