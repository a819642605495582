import type { LikeExpr, SqlBinaryOperator, SqlExpr, SubscriptIndex } from '../ast/expr.js';
import type { OrderByItem } from '../ast/query.js';
import { parseDataType } from './data-type.js';
import type { Parser } from './parser.js';
import { binaryOperatorOf, binaryPrecedence, comparisonOperators, precedence } from './precedence.js';
import { parsePrimary } from './primary.js';
import { continueQuery, parseQuery, startsQuery, startsQueryTail } from './query.js';

/**
 * Parses an expression of operators that bind tighter than `minimum`. Operators of one level are taken in a loop, so a chain of
 * ten thousand terms takes no stack; only tighter operators on the right and parentheses recurse.
 */
export function parseExpr(p: Parser, minimum = 0): SqlExpr {
  let left = parsePrefix(p);
  let wrappings = 0;
  for (;;) {
    const power = infixPower(p);
    if (power <= minimum) return left;
    left = parseInfix(p, left, power);
    // Only chains of binary operators are walked without recursion later; `x IS NULL IS NULL ..` is nesting in disguise.
    if (left.kind !== 'Binary') {
      wrappings += 1;
      if (wrappings > maxWrappings)
        p.reject(`recursion limit exceeded: more than ${maxWrappings} operators around one operand`);
    }
  }
}
const maxWrappings = 500;

/** Prefix operators, then a primary. */
function parsePrefix(p: Parser): SqlExpr {
  const token = p.peek();
  const span = p.span();
  if (token.kind === 'op' && (token.value === '-' || token.value === '+' || token.value === '~')) {
    p.next();
    const op = token.value;
    return { kind: 'Unary', op, expr: p.nested(() => parseExpr(p, precedence.times)), span };
  }
  if (p.keyword() === 'NOT') {
    p.next();
    const expr = p.nested(() => parseExpr(p, precedence.not));
    return expr.kind === 'Exists' && !expr.negated
      ? { ...expr, negated: true }
      : { kind: 'Unary', op: 'NOT', expr, span };
  }
  return parsePrimary(p);
}

const likeWords: ReadonlySet<string> = new Set(['LIKE', 'ILIKE', 'SIMILAR', 'RLIKE', 'REGEXP']);

/** How tightly the operator that comes next binds; 0 when none comes. */
function infixPower(p: Parser): number {
  const token = p.peek();
  if (token.kind === 'op') {
    if (token.value === '::' || token.value === '[') return precedence.postfix;
    if (token.value === '.') return precedence.primary;
    const op = binaryOperatorOf(token.value);
    return op === undefined ? 0 : operatorPower(p, op);
  }
  switch (p.keyword()) {
    case 'OR':
      return precedence.or;
    case 'AND':
      return precedence.and;
    case 'XOR':
      return precedence.xor;
    case 'IS':
    case 'ISNULL':
    case 'NOTNULL':
      return precedence.is;
    case 'IN':
    case 'BETWEEN':
      return precedence.comparison;
    case 'LIKE':
    case 'ILIKE':
    case 'RLIKE':
    case 'REGEXP':
      return precedence.like;
    case 'SIMILAR':
      return p.keyword(1) === 'TO' ? precedence.like : 0;
    case 'NOT':
      if (p.keyword(1) === 'IN' || p.keyword(1) === 'BETWEEN') return precedence.comparison;
      return likeWords.has(p.keyword(1)) ? precedence.like : 0;
    case 'AT':
      return p.keyword(1) === 'TIME' && p.keyword(2) === 'ZONE' ? precedence.atTimeZone : 0;
    case 'COLLATE':
      return precedence.collate;
    default:
      return 0;
  }
}

/** PostgreSQL reads `^` as a power, tighter than `*`; the generic dialect as exclusive or. `#` is an operator in two dialects only. */
function operatorPower(p: Parser, op: SqlBinaryOperator): number {
  if (op === '^' && p.dialect === 'postgresql') return precedence.times + 0.5;
  if (op === '#' && p.dialect !== 'postgresql' && p.dialect !== 'redshift') return 0;
  return binaryPrecedence[op];
}

function parseInfix(p: Parser, left: SqlExpr, power: number): SqlExpr {
  const token = p.peek();
  const span = p.span();
  if (token.kind === 'op') {
    p.next();
    switch (token.value) {
      case '::':
        return { kind: 'Cast', form: '::', expr: left, type: parseDataType(p), span };
      case '[':
        return { kind: 'Subscript', expr: left, index: p.nested(() => parseSubscript(p)), span };
      case '.':
        return { kind: 'FieldAccess', expr: left, field: p.identifier('a field name'), span };
    }
    const op = binaryOperatorOf(token.value)!;
    if (comparisonOperators.has(op)) {
      const quantifier = p.isOp('(', 1) ? p.acceptAny('ANY', 'SOME', 'ALL') : undefined;
      if (quantifier !== undefined) {
        const right = p.nested(() => parseQuantified(p));
        return { kind: 'Quantified', left, op, quantifier: quantifier === 'ALL' ? 'ALL' : 'ANY', right, span };
      }
    }
    return { kind: 'Binary', left, op, right: parseExpr(p, power), span };
  }
  switch (p.keyword()) {
    case 'OR':
    case 'AND':
    case 'XOR': {
      const op = p.keyword() as 'OR' | 'AND' | 'XOR';
      p.next();
      return { kind: 'Binary', left, op, right: parseExpr(p, power), span };
    }
    case 'ISNULL':
      p.next();
      return { kind: 'Is', expr: left, test: 'NULL', negated: false, span };
    case 'NOTNULL':
      p.next();
      return { kind: 'Is', expr: left, test: 'NULL', negated: true, span };
    case 'IS':
      p.next();
      return parseIs(p, left, span);
    case 'AT':
      p.expectKeyword('AT', 'TIME', 'ZONE');
      return { kind: 'AtTimeZone', expr: left, timeZone: parseExpr(p, power), span };
    case 'COLLATE':
      p.next();
      return { kind: 'Collate', expr: left, collation: p.objectName('a collation'), span };
  }
  const negated = p.acceptKeyword('NOT');
  switch (p.keyword()) {
    case 'IN':
      p.next();
      return parseIn(p, left, negated, span);
    case 'BETWEEN': {
      p.next();
      const low = parseExpr(p, precedence.comparison);
      p.expectKeyword('AND');
      const high = parseExpr(p, precedence.comparison);
      return { kind: 'Between', expr: left, low, high, negated, span };
    }
    default:
      return parseLike(p, left, negated, span);
  }
}

function parseIs(p: Parser, expr: SqlExpr, span: SqlExpr['span']): SqlExpr {
  const negated = p.acceptKeyword('NOT');
  const test = p.acceptAny('NULL', 'TRUE', 'FALSE', 'UNKNOWN');
  if (test !== undefined) return { kind: 'Is', expr, test, negated, span };
  if (p.acceptKeyword('DISTINCT', 'FROM')) {
    return { kind: 'IsDistinct', left: expr, right: parseExpr(p, precedence.is), negated, span };
  }
  if (p.isAnyKeyword(normalizations)) p.notYet('IS NORMALIZED');
  return p.fail('[NOT] NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM after IS');
}
const normalizations: ReadonlySet<string> = new Set(['NORMALIZED', 'NFC', 'NFD', 'NFKC', 'NFKD']);

function parseLike(p: Parser, expr: SqlExpr, negated: boolean, span: SqlExpr['span']): LikeExpr {
  const word = p.acceptAny('LIKE', 'ILIKE', 'SIMILAR', 'RLIKE', 'REGEXP');
  if (word === undefined) return p.fail('IN, BETWEEN, LIKE, ILIKE or SIMILAR TO after NOT');
  if (word === 'SIMILAR') p.expectKeyword('TO');
  const operator = word === 'SIMILAR' ? 'SIMILAR TO' : word === 'REGEXP' ? 'RLIKE' : word;
  if (p.keyword() === 'ANY' && p.isOp('(', 1)) p.notYet(`${operator} ANY`);
  const pattern = parseExpr(p, precedence.like);
  const escape = operator !== 'RLIKE' && p.acceptKeyword('ESCAPE') ? p.stringLiteral('an escape character') : undefined;
  return { kind: 'Like', operator, expr, pattern, negated, ...(escape !== undefined && { escape }), span };
}

/** What follows IN: a list, a query, or UNNEST of an array. */
function parseIn(p: Parser, expr: SqlExpr, negated: boolean, span: SqlExpr['span']): SqlExpr {
  if (p.acceptKeyword('UNNEST')) {
    const [array, ...more] = p.nested(() => p.parenthesized(() => parseExpr(p)));
    if (more.length > 0) return p.reject('IN UNNEST takes one array', span);
    return { kind: 'InUnnest', expr, array: array!, negated, span };
  }
  return p.nested((): SqlExpr => {
    const open = p.span();
    p.expectOp('(');
    if (startsQuery(p)) {
      const query = parseQuery(p);
      p.expectOp(')');
      return { kind: 'InSubquery', expr, query, negated, span };
    }
    const first = parseExpr(p);
    // `IN ((SELECT ..) UNION ..)` and `IN ((SELECT ..))` are queries, `IN ((SELECT ..), 2)` is a list.
    if (first.kind === 'Subquery' && (p.isOp(')') || startsQueryTail(p))) {
      const query = p.isOp(')') ? first.query : continueQuery(p, first.query, open);
      p.expectOp(')');
      return { kind: 'InSubquery', expr, query, negated, span };
    }
    const list = [first];
    while (p.acceptOp(',')) list.push(parseExpr(p));
    p.expectOp(')');
    return { kind: 'InList', expr, list, negated, span };
  });
}

/** The parentheses after ANY, SOME and ALL. */
function parseQuantified(p: Parser): SqlExpr | ReturnType<typeof parseQuery> {
  const open = p.span();
  p.expectOp('(');
  if (startsQuery(p)) {
    const query = parseQuery(p);
    p.expectOp(')');
    return query;
  }
  const expr = parseExpr(p);
  const result =
    expr.kind === 'Subquery' ? (startsQueryTail(p) ? continueQuery(p, expr.query, open) : expr.query) : expr;
  p.expectOp(')');
  return result;
}

/** What stands between `[` and `]`; takes the closing bracket. */
function parseSubscript(p: Parser): SubscriptIndex {
  const from = p.isOp(':') ? undefined : parseExpr(p);
  if (from !== undefined && p.acceptOp(']')) return { kind: 'Index', expr: from };
  p.expectOp(':');
  const to = p.isOp(':') || p.isOp(']') ? undefined : parseExpr(p);
  const stride = p.acceptOp(':') && !p.isOp(']') ? parseExpr(p) : undefined;
  p.expectOp(']');
  return {
    kind: 'Slice',
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(stride !== undefined && { stride }),
  };
}

/** `expr [ASC | DESC] [NULLS FIRST | LAST]`. */
export function parseOrderByItem(p: Parser): OrderByItem {
  return { expr: parseExpr(p), ...parseSortOptions(p) };
}
export function parseSortOptions(p: Parser): Omit<OrderByItem, 'expr'> {
  const direction = p.acceptAny('ASC', 'DESC');
  const nulls = p.acceptKeyword('NULLS')
    ? (p.acceptAny('FIRST', 'LAST') ?? p.fail('FIRST or LAST after NULLS'))
    : undefined;
  return { ...(direction !== undefined && { direction }), ...(nulls !== undefined && { nulls }) };
}
