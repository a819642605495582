import type { Ident } from '../ast/common.js';
import type { SqlExpr } from '../ast/expr.js';
import { isTypeName, parseDataType } from './data-type.js';
import { parseExpr } from './expression.js';
import { intervalUnits, reservedForColumnAlias, reservedForExpression } from './keywords.js';
import { type Parser, spanOf } from './parser.js';
import { parsePrimary } from './primary.js';

/** Whether the word INTERVAL, which comes next, begins a literal; otherwise it is a name. */
export function startsInterval(p: Parser): boolean {
  const after = p.peek(1);
  switch (after.kind) {
    case 'string':
    case 'number':
    case 'placeholder':
      return true;
    case 'op':
      return after.value === '(' || ((after.value === '-' || after.value === '+') && p.peek(2).kind !== 'word');
    case 'word':
      return (
        after.quoted ||
        !(
          reservedForColumnAlias.has(after.keyword) ||
          reservedForExpression.has(after.keyword) ||
          operatorWords.has(after.keyword)
        )
      );
    default:
      return false;
  }
}
const operatorWords: ReadonlySet<string> = new Set([
  'IS',
  'IN',
  'NOT',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'SIMILAR',
  'AND',
  'OR',
  'XOR',
  'ASC',
  'DESC',
  'NULLS',
]);

/** `INTERVAL value [unit [(precision)] [TO unit [(precision)]]]`. The value is one primary: `INTERVAL 1 + 2` adds 2 to an interval. */
export function parseInterval(p: Parser): SqlExpr {
  const span = p.span();
  p.expectKeyword('INTERVAL');
  const sign = p.span();
  const negative = p.acceptOp('-');
  if (!negative) p.acceptOp('+');
  const primary = p.nested(() => parsePrimary(p));
  const value: SqlExpr = negative ? { kind: 'Unary', op: '-', expr: primary, span: sign } : primary;
  if (!p.isAnyKeyword(intervalUnits)) return { kind: 'Interval', value, span };
  const leadingField = p.identifier().value.toUpperCase();
  const precision = parsePrecision(p);
  const hasLast = p.isKeyword('TO') && p.isAnyKeyword(intervalUnits, 1);
  if (hasLast) p.next();
  const lastField = hasLast ? p.identifier().value.toUpperCase() : undefined;
  const fractionalPrecision = precision?.fraction ?? (hasLast ? parsePrecision(p)?.leading : undefined);
  return {
    kind: 'Interval',
    value,
    leadingField,
    ...(precision !== undefined && { leadingPrecision: precision.leading }),
    ...(lastField !== undefined && { lastField }),
    ...(fractionalPrecision !== undefined && { fractionalPrecision }),
    span,
  };
}

function parsePrecision(p: Parser): { leading: number; fraction?: number } | undefined {
  if (!p.acceptOp('(')) return undefined;
  const leading = p.unsignedInteger();
  const fraction = p.acceptOp(',') ? p.unsignedInteger() : undefined;
  p.expectOp(')');
  return { leading, ...(fraction !== undefined && { fraction }) };
}

/** Whether a type with a string after it comes next: `DATE '..'`, `DECIMAL(10, 2) '..'`, `TIMESTAMP WITH TIME ZONE '..'`. */
export function startsTypedLiteral(p: Parser): boolean {
  if (!isTypeName(p.keyword())) return false;
  let ahead = 1;
  const skip = (...words: string[]): void => {
    if (words.every((word, index) => p.keyword(ahead + index) === word)) ahead += words.length;
  };
  const skipArgs = (): void => {
    if (!p.isOp('(', ahead) || p.peek(ahead + 1).kind !== 'number') return;
    const close = p.isOp(')', ahead + 2)
      ? ahead + 2
      : p.isOp(',', ahead + 2) && p.isOp(')', ahead + 4)
        ? ahead + 4
        : undefined;
    if (close !== undefined) ahead = close + 1;
  };
  skip('PRECISION');
  skip('VARYING');
  skipArgs();
  skip('UNSIGNED');
  skip('WITH', 'TIME', 'ZONE');
  skip('WITHOUT', 'TIME', 'ZONE');
  return p.peek(ahead).kind === 'string';
}

export function parseTypedLiteral(p: Parser): SqlExpr {
  const span = p.span();
  const type = parseDataType(p);
  return { kind: 'TypedLiteral', type, value: p.stringLiteral(), span };
}

/** `{name: value, 'name': value}`. */
export function parseBraceLiteral(p: Parser): SqlExpr {
  const span = p.span();
  p.expectOp('{');
  if (p.acceptOp('}')) return { kind: 'StructLiteral', fields: [], span };
  const fields = p.commaList(() => {
    const name = parseFieldName(p);
    p.expectOp(':');
    return { name, value: parseExpr(p) };
  });
  p.expectOp('}');
  return { kind: 'StructLiteral', fields, span };
}

function parseFieldName(p: Parser): Ident {
  const token = p.peek();
  if (token.kind !== 'string') return p.identifier('a field name');
  p.next();
  return { value: token.value, quoted: true, span: spanOf(token) };
}

/** `MAP {key: value}`. */
export function parseMapLiteral(p: Parser): SqlExpr {
  const span = p.span();
  p.expectKeyword('MAP');
  p.expectOp('{');
  if (p.acceptOp('}')) return { kind: 'MapLiteral', entries: [], span };
  const entries = p.commaList(() => {
    const key = parseExpr(p);
    p.expectOp(':');
    return { key, value: parseExpr(p) };
  });
  p.expectOp('}');
  return { kind: 'MapLiteral', entries, span };
}
