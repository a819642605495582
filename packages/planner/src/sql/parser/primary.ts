import type { Ident } from '../ast/common.js';
import type { SqlExpr } from '../ast/expr.js';
import { parseExpr } from './expression.js';
import { parseFunctionCall } from './function-call.js';
import { bareFunctions, reservedForExpression } from './keywords.js';
import {
  parseBraceLiteral,
  parseInterval,
  parseMapLiteral,
  parseTypedLiteral,
  startsInterval,
  startsTypedLiteral,
} from './literals.js';
import { identOf, type Parser, spanOf } from './parser.js';
import { continueQuery, parseQuery, startsQuery, startsQueryTail } from './query.js';
import { parseSpecialCall } from './special-calls.js';

/** Parses a literal, a name, a call, or something in brackets: what operators work on. */
export function parsePrimary(p: Parser): SqlExpr {
  const token = p.peek();
  const span = p.span();
  switch (token.kind) {
    case 'number':
      p.next();
      return { kind: 'Number', text: token.value, span };
    case 'string':
      p.next();
      return { kind: 'String', value: token.value, style: token.style, span };
    case 'hex':
    case 'bit':
      p.next();
      return { kind: 'Bytes', digits: token.value, base: token.kind, span };
    case 'placeholder':
      p.next();
      return { kind: 'Placeholder', id: token.value, span };
    case 'op':
      if (token.value === '(') return p.nested(() => parseParenthesized(p));
      if (token.value === '[') return p.nested(() => parseArray(p));
      if (token.value === '{') return p.nested(() => parseBraceLiteral(p));
      if (token.value === '?') {
        p.next();
        return { kind: 'Placeholder', id: '?', span };
      }
      return p.fail('an expression');
    case 'word':
      return parseWord(p, token.keyword);
    case 'end':
      return p.fail('an expression');
  }
}

function parseWord(p: Parser, keyword: string): SqlExpr {
  const span = p.span();
  switch (keyword) {
    case 'TRUE':
    case 'FALSE':
      p.next();
      return { kind: 'Boolean', value: keyword === 'TRUE', span };
    case 'NULL':
      p.next();
      return { kind: 'Null', span };
    case 'CASE':
      if (!endsValue(p, 1)) return p.nested(() => parseCase(p));
      break;
    case 'INTERVAL':
      if (startsInterval(p)) return parseInterval(p);
      break;
    case 'ARRAY':
      if (p.isOp('[', 1)) {
        p.next();
        return p.nested(() => parseArray(p));
      }
      break;
    case 'MAP':
      if (p.isOp('{', 1)) return p.nested(() => parseMapLiteral(p));
      break;
  }
  if (startsTypedLiteral(p)) return parseTypedLiteral(p);
  if (p.isOp('(', 1)) {
    const special = p.nested(() => parseSpecialCall(p, keyword));
    if (special !== undefined) return special;
  } else if (bareFunctions.has(keyword)) {
    const name = p.identifier();
    return {
      kind: 'Function',
      name: [name],
      parentheses: false,
      distinct: false,
      args: [],
      orderBy: [],
      withinGroup: [],
      span,
    };
  }
  if (reservedForExpression.has(keyword)) return p.fail('an expression');

  const parts: Ident[] = [p.identifier()];
  while (p.isOp('.') && p.peek(1).kind === 'word') {
    p.next();
    parts.push(p.identifier());
  }
  if (p.isOp('(')) return p.nested(() => parseFunctionCall(p, parts));
  if (p.lambdas && parts.length === 1 && p.isOp('->')) return parseLambda(p, parts);
  return { kind: 'Name', parts, span };
}

/** Whether the token there shows that the word before it was a value, not the beginning of a construct. */
const endsValue = (p: Parser, ahead: number): boolean =>
  p.peek(ahead).kind === 'end' ||
  p.isOp(',', ahead) ||
  p.isOp(')', ahead) ||
  p.isOp(';', ahead) ||
  p.isOp('.', ahead) ||
  p.keyword(ahead) === 'FROM' ||
  p.keyword(ahead) === 'AS';

/** A query, a lambda's parameters, a tuple, or one expression in parentheses. */
function parseParenthesized(p: Parser): SqlExpr {
  const span = p.span();
  p.expectOp('(');
  if (startsQuery(p)) {
    const query = parseQuery(p);
    p.expectOp(')');
    return { kind: 'Subquery', query, span };
  }
  const first = parseExpr(p);
  // `((SELECT 1) UNION SELECT 2)`: what looked like a value was the first branch of a query.
  if (first.kind === 'Subquery' && startsQueryTail(p)) {
    const query = continueQuery(p, first.query, span);
    p.expectOp(')');
    return { kind: 'Subquery', query, span };
  }
  const elements = [first];
  while (p.acceptOp(',')) elements.push(parseExpr(p));
  p.expectOp(')');
  if (p.lambdas && p.isOp('->')) {
    const params = elements.map((one) =>
      one.kind === 'Name' && one.parts.length === 1 ? one.parts[0]! : p.fail('a name before ->'),
    );
    return parseLambda(p, params);
  }
  return elements.length === 1 ? first : { kind: 'Tuple', elements, span };
}

function parseLambda(p: Parser, params: readonly Ident[]): SqlExpr {
  const span = p.span();
  p.expectOp('->');
  return { kind: 'Lambda', params, body: p.nested(() => parseExpr(p)), span };
}

/** `[a, b]`, after an optional ARRAY. */
function parseArray(p: Parser): SqlExpr {
  const span = p.span();
  p.expectOp('[');
  if (p.acceptOp(']')) return { kind: 'Array', elements: [], span };
  const elements = p.commaList(() => parseExpr(p));
  p.expectOp(']');
  return { kind: 'Array', elements, span };
}

function parseCase(p: Parser): SqlExpr {
  const span = p.span();
  p.expectKeyword('CASE');
  const operand = p.keyword() === 'WHEN' ? undefined : parseExpr(p);
  const branches: { when: SqlExpr; then: SqlExpr }[] = [];
  while (p.acceptKeyword('WHEN')) {
    const when = parseExpr(p);
    p.expectKeyword('THEN');
    branches.push({ when, then: parseExpr(p) });
  }
  if (branches.length === 0) p.fail('WHEN');
  const otherwise = p.acceptKeyword('ELSE') ? parseExpr(p) : undefined;
  p.expectKeyword('END');
  return {
    kind: 'Case',
    ...(operand !== undefined && { operand }),
    branches,
    ...(otherwise !== undefined && { otherwise }),
    span,
  };
}

/** The word that comes next as a name, or the text of a string: both spell the field of EXTRACT and the like. */
export function parseWordOrString(p: Parser, what: string): string {
  const token = p.peek();
  if (token.kind === 'word') {
    p.next();
    return identOf(token).value;
  }
  return p.stringLiteral(what);
}

/** An alias name: any word, or a string. */
export function parseAliasName(p: Parser): Ident {
  const token = p.peek();
  if (token.kind === 'string') {
    p.next();
    return { value: token.value, quoted: true, span: spanOf(token) };
  }
  return p.identifier('an alias');
}
