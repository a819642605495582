import type { Ident } from '../ast/common.js';
import type { FunctionArg, SqlExpr } from '../ast/expr.js';
import { parseDataType } from './data-type.js';
import { parseExpr } from './expression.js';
import { parseFunctionCall } from './function-call.js';
import type { Parser } from './parser.js';
import { precedence } from './precedence.js';
import { parseWordOrString } from './primary.js';
import { continueQuery, parseQuery, startsQuery, startsQueryTail } from './query.js';

/**
 * Parses a call whose arguments have words between them. The keyword comes next and a parenthesis after it.
 *
 * @returns undefined, with nothing taken, when the keyword is no such call: then it is an ordinary function.
 */
export function parseSpecialCall(p: Parser, keyword: string): SqlExpr | undefined {
  switch (keyword) {
    case 'EXISTS':
      return parseExists(p);
    case 'CAST':
      return parseCast(p, 'CAST');
    case 'TRY_CAST':
    case 'SAFE_CAST':
      return parseCast(p, 'TRY_CAST');
    case 'EXTRACT':
      return parseExtract(p);
    case 'POSITION':
      return parsePosition(p);
    case 'SUBSTRING':
    case 'SUBSTR':
      return parseSubstring(p);
    case 'TRIM':
      return parseTrim(p);
    case 'OVERLAY':
      return parseOverlay(p);
    case 'CEIL':
    case 'CEILING':
    case 'FLOOR':
      return parseRoundTo(p, keyword === 'FLOOR' ? 'FLOOR' : 'CEIL');
    case 'ARRAY':
      return parseArraySubquery(p);
    default:
      return undefined;
  }
}

/** A query in parentheses, where nothing else may stand. */
function parseParenthesizedQuery(p: Parser): ReturnType<typeof parseQuery> {
  const open = p.span();
  p.expectOp('(');
  if (!startsQuery(p)) {
    if (!p.isOp('(')) p.fail('a query');
    const inner = p.nested(() => parseParenthesizedQuery(p));
    const query = startsQueryTail(p) ? continueQuery(p, inner, open) : inner;
    p.expectOp(')');
    return query;
  }
  const query = parseQuery(p);
  p.expectOp(')');
  return query;
}

function parseExists(p: Parser): SqlExpr {
  const span = p.span();
  p.next();
  return { kind: 'Exists', query: parseParenthesizedQuery(p), negated: false, span };
}

function parseArraySubquery(p: Parser): SqlExpr {
  const span = p.span();
  p.next();
  return { kind: 'ArraySubquery', query: parseParenthesizedQuery(p), span };
}

function parseCast(p: Parser, form: 'CAST' | 'TRY_CAST'): SqlExpr {
  const span = p.span();
  p.next();
  p.expectOp('(');
  const expr = parseExpr(p);
  p.expectKeyword('AS');
  const type = parseDataType(p);
  const format = p.acceptKeyword('FORMAT') ? p.stringLiteral('a format') : undefined;
  p.expectOp(')');
  return { kind: 'Cast', form, expr, type, ...(format !== undefined && { format }), span };
}

/** `EXTRACT(field FROM x)`, also `EXTRACT(field, x)`. */
function parseExtract(p: Parser): SqlExpr {
  const span = p.span();
  p.next();
  p.expectOp('(');
  const field = parseWordOrString(p, 'a date or time field');
  if (!p.acceptOp(',') && !p.acceptKeyword('FROM')) p.fail('FROM');
  const expr = parseExpr(p);
  p.expectOp(')');
  return { kind: 'Extract', field, expr, span };
}

/** `POSITION(needle IN text)`; with a comma it is an ordinary call. */
function parsePosition(p: Parser): SqlExpr {
  const span = p.span();
  const name = p.identifier();
  p.expectOp('(');
  const needle = parseExpr(p, precedence.comparison);
  if (!p.acceptKeyword('IN')) return finishCall(p, name, needle);
  const text = parseExpr(p);
  p.expectOp(')');
  return { kind: 'Position', needle, text, span };
}

/** `SUBSTRING(text [FROM a] [FOR n])`, also with commas. */
function parseSubstring(p: Parser): SqlExpr {
  const span = p.span();
  const name = p.identifier();
  if (p.isOp(')', 1)) return parseFunctionCall(p, [name]);
  p.expectOp('(');
  const text = parseExpr(p);
  if (!p.isKeyword('FROM') && !p.isKeyword('FOR')) return finishCall(p, name, text);
  const from = p.acceptKeyword('FROM') ? parseExpr(p) : undefined;
  const length = p.acceptKeyword('FOR') ? parseExpr(p) : undefined;
  p.expectOp(')');
  return {
    kind: 'Substring',
    text,
    ...(from !== undefined && { from }),
    ...(length !== undefined && { length }),
    span,
  };
}

/** `TRIM([BOTH | LEADING | TRAILING] [characters FROM] text)`, also `TRIM(text, characters)`. */
function parseTrim(p: Parser): SqlExpr {
  const span = p.span();
  p.next();
  p.expectOp('(');
  const side = p.acceptAny('BOTH', 'LEADING', 'TRAILING');
  const first = side !== undefined && p.isKeyword('FROM') ? undefined : parseExpr(p);
  let text = first;
  let characters: SqlExpr | undefined;
  if (p.acceptKeyword('FROM')) {
    characters = first;
    text = parseExpr(p);
  } else if (p.acceptOp(',')) characters = parseExpr(p);
  p.expectOp(')');
  return {
    kind: 'Trim',
    ...(side !== undefined && { side }),
    ...(characters !== undefined && { characters }),
    text: text!,
    span,
  };
}

/** `OVERLAY(text PLACING new FROM a [FOR n])`; with commas it is an ordinary call. */
function parseOverlay(p: Parser): SqlExpr {
  const span = p.span();
  const name = p.identifier();
  if (p.isOp(')', 1)) return parseFunctionCall(p, [name]);
  p.expectOp('(');
  const text = parseExpr(p);
  if (!p.acceptKeyword('PLACING')) return finishCall(p, name, text);
  const replacement = parseExpr(p);
  p.expectKeyword('FROM');
  const from = parseExpr(p);
  const length = p.acceptKeyword('FOR') ? parseExpr(p) : undefined;
  p.expectOp(')');
  return { kind: 'Overlay', text, replacement, from, ...(length !== undefined && { length }), span };
}

/** `CEIL(x TO field)`; without TO it is an ordinary call. */
function parseRoundTo(p: Parser, direction: 'CEIL' | 'FLOOR'): SqlExpr {
  const span = p.span();
  const name = p.identifier();
  if (p.isOp(')', 1)) return parseFunctionCall(p, [name]);
  p.expectOp('(');
  const expr = parseExpr(p);
  if (!p.acceptKeyword('TO')) return finishCall(p, name, expr);
  const field = parseWordOrString(p, 'a date or time field');
  p.expectOp(')');
  return { kind: 'RoundTo', direction, expr, field, span };
}

/** The rest of an ordinary call whose first argument was taken already. */
function finishCall(p: Parser, name: Ident, first: SqlExpr): SqlExpr {
  const args: FunctionArg[] = [{ kind: 'Positional', expr: first }];
  while (p.acceptOp(',')) args.push({ kind: 'Positional', expr: parseExpr(p) });
  p.expectOp(')');
  return {
    kind: 'Function',
    name: [name],
    parentheses: true,
    distinct: false,
    args,
    orderBy: [],
    withinGroup: [],
    span: name.span,
  };
}
