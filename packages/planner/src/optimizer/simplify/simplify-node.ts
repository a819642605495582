import {
  type BinaryExpr,
  type BinaryOperator,
  binary,
  booleanLiteral,
  type CaseExpr,
  dataTypeEquals,
  type Expr,
  formatExpr,
  type InListExpr,
  type IsExpr,
  isComparison,
  isInteger,
  isString,
  type LikeExpr,
  type NotExpr,
  negateOperator,
  swapOperator,
} from '@ballista-ts/core';
import { foldConstant } from './fold-constant.js';
import { isLiteral, isNullable, isVolatile, type SimplifyContext, typeOf } from './simplify-context.js';
import { unwrapCast } from './unwrap-cast.js';

/** Simplifies one operation whose operands are simple already. Constant work only: chains of thousands pass through here. */
export function simplifyNode(expr: Expr, context: SimplifyContext): Expr {
  const folded = foldConstant(expr, context);
  if (folded.kind === 'Literal') return folded;
  switch (expr.kind) {
    case 'BinaryExpr':
      return simplifyBinary(expr, context);
    case 'Not':
      return simplifyNot(expr, context);
    case 'IsNull':
      return isNullable(expr.expr, context) ? expr : booleanLiteral(false);
    case 'IsNotNull':
      return isNullable(expr.expr, context) ? expr : booleanLiteral(true);
    case 'Between': {
      if (isVolatile(expr.expr, context.functions)) return expr;
      const { low, high, negated } = expr;
      const below = simplifyBinary(binary(expr.expr, negated ? 'Lt' : 'GtEq', low), context);
      const above = simplifyBinary(binary(expr.expr, negated ? 'Gt' : 'LtEq', high), context);
      return binary(below, negated ? 'Or' : 'And', above);
    }
    case 'InList':
      return simplifyInList(expr, context);
    case 'Like':
      return simplifyLike(expr, context);
    case 'Case':
      return simplifyCase(expr, context);
    case 'Cast': {
      const type = typeOf(expr.expr, context);
      return type !== undefined && dataTypeEquals(type, expr.type) ? expr.expr : expr;
    }
    default:
      return expr;
  }
}

function simplifyBinary(expr: BinaryExpr, context: SimplifyContext): Expr {
  const { left, op, right } = expr;
  if (op === 'And') {
    if (isLiteral(left, false) || isLiteral(right, true)) return left;
    if (isLiteral(right, false) || isLiteral(left, true)) return right;
    return expr;
  }
  if (op === 'Or') {
    if (isLiteral(left, true) || isLiteral(right, false)) return left;
    if (isLiteral(right, true) || isLiteral(left, false)) return right;
    return expr;
  }
  if (isComparison(op)) return simplifyComparison(expr, context);
  return simplifyArithmetic(expr, context);
}

function simplifyComparison(expr: BinaryExpr, context: SimplifyContext): Expr {
  const swapped = swapOperator(expr.op);
  if (expr.left.kind === 'Literal' && expr.right.kind !== 'Literal' && swapped !== undefined) {
    return simplifyComparison(binary(expr.right, swapped, expr.left), context);
  }
  const { left, op, right } = expr;
  if (right.kind === 'Literal' && right.value.value === null && !isDistinctness(op)) return booleanLiteral(null);
  if (right.kind === 'Literal' && right.value.type.kind === 'Boolean' && typeOf(left, context)?.kind === 'Boolean') {
    if (op === 'Eq') return right.value.value === true ? left : simplifyNode({ kind: 'Not', expr: left }, context);
    if (op === 'NotEq') return right.value.value === false ? left : simplifyNode({ kind: 'Not', expr: left }, context);
  }
  if (isSameColumn(left, right) && !isNullable(left, context)) {
    if (op === 'Eq' || op === 'LtEq' || op === 'GtEq' || op === 'IsNotDistinctFrom') return booleanLiteral(true);
    return booleanLiteral(false);
  }
  return unwrapCast(expr, context);
}

const isDistinctness = (op: BinaryOperator): boolean => op === 'IsDistinctFrom' || op === 'IsNotDistinctFrom';
const isSameColumn = (left: Expr, right: Expr): boolean =>
  left.kind === 'Column' && right.kind === 'Column' && formatExpr(left) === formatExpr(right);

/** What adding nothing or multiplying by one gives, for integers: with floats `-0.0 + 0` is not `-0.0`. */
function simplifyArithmetic(expr: BinaryExpr, context: SimplifyContext): Expr {
  const { left, op, right } = expr;
  const { literal, other, literalRight } =
    right.kind === 'Literal'
      ? { literal: right, other: left, literalRight: true }
      : { literal: left, other: right, literalRight: false };
  if (literal.kind !== 'Literal' || !isInteger(literal.value.type) || literal.value.value === null) return expr;
  const value = BigInt(literal.value.value as number | bigint);
  const neutral =
    (value === 0n && (op === 'Plus' || (op === 'Minus' && literalRight))) ||
    (value === 1n && (op === 'Multiply' || (op === 'Divide' && literalRight)));
  if (!neutral) return expr;
  const type = typeOf(other, context);
  return type !== undefined && dataTypeEquals(type, literal.value.type) ? other : expr;
}

const negatedTests: Readonly<Record<IsExpr['kind'], IsExpr['kind']>> = {
  IsNull: 'IsNotNull',
  IsNotNull: 'IsNull',
  IsTrue: 'IsNotTrue',
  IsNotTrue: 'IsTrue',
  IsFalse: 'IsNotFalse',
  IsNotFalse: 'IsFalse',
  IsUnknown: 'IsNotUnknown',
  IsNotUnknown: 'IsUnknown',
};

/** Moves NOT inwards until something takes it up. */
function simplifyNot(expr: NotExpr, context: SimplifyContext): Expr {
  const inner = expr.expr;
  const not = (of: Expr): Expr => simplifyNode({ kind: 'Not', expr: of }, context);
  switch (inner.kind) {
    case 'Not':
      return inner.expr;
    case 'BinaryExpr': {
      const negated = negateOperator(inner.op);
      if (negated !== undefined) return { ...inner, op: negated };
      if (inner.op !== 'And' && inner.op !== 'Or') return expr;
      // A long chain stays as it is: turning it over would take a stack as deep as the chain.
      if (isLongChain(inner)) return expr;
      return binary(not(inner.left), inner.op === 'And' ? 'Or' : 'And', not(inner.right));
    }
    case 'Between':
    case 'InList':
    case 'Like':
    case 'SimilarTo':
    case 'Exists':
    case 'InSubquery':
      return { ...inner, negated: !inner.negated };
    case 'SetComparison': {
      const negated = negateOperator(inner.op);
      return negated === undefined
        ? expr
        : { ...inner, op: negated, quantifier: inner.quantifier === 'any' ? 'all' : 'any' };
    }
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown':
      return { ...inner, kind: negatedTests[inner.kind] };
    default:
      return expr;
  }
}

function isLongChain(expr: BinaryExpr): boolean {
  let left: Expr = expr;
  for (let length = 0; length < 64; length += 1) {
    if (left.kind !== 'BinaryExpr' || (left.op !== 'And' && left.op !== 'Or')) return false;
    left = left.left;
  }
  return true;
}

function simplifyInList(expr: InListExpr, context: SimplifyContext): Expr {
  if (expr.list.length === 0) return booleanLiteral(expr.negated);
  const [only] = expr.list;
  if (expr.list.length === 1) return simplifyBinary(binary(expr.expr, expr.negated ? 'NotEq' : 'Eq', only!), context);
  const seen = new Set<string>();
  const list = expr.list.filter((one) => {
    if (one.kind !== 'Literal') return true;
    const text = formatExpr(one);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  const shorter = list.length === expr.list.length ? expr : { ...expr, list };
  return shorter.list.length === 1 ? simplifyInList(shorter, context) : unwrapCast(shorter, context);
}

/** A pattern without wildcards is a comparison. */
function simplifyLike(expr: LikeExpr, context: SimplifyContext): Expr {
  const { pattern } = expr;
  if (pattern.kind !== 'Literal' || !isString(pattern.value.type)) return expr;
  if (pattern.value.value === null) return booleanLiteral(null);
  const escapeChar = expr.escapeChar ?? '\\';
  const text = String(pattern.value.value);
  if (expr.caseInsensitive || /[%_]/.test(text) || text.includes(escapeChar)) return expr;
  return simplifyBinary(binary(expr.expr, expr.negated ? 'NotEq' : 'Eq', pattern), context);
}

/** Branches that are never taken go; one that is always taken ends the list. */
function simplifyCase(expr: CaseExpr, context: SimplifyContext): Expr {
  if (expr.expr !== undefined) return expr;
  const whenThen: CaseExpr['whenThen'][number][] = [];
  let elseExpr = expr.elseExpr;
  for (const arm of expr.whenThen) {
    if (isLiteral(arm.when, false) || isLiteral(arm.when, null)) continue;
    if (isLiteral(arm.when, true)) {
      elseExpr = arm.then;
      break;
    }
    whenThen.push(arm);
  }
  if (whenThen.length === expr.whenThen.length && elseExpr === expr.elseExpr) return expr;
  const type = typeOf(expr, context);
  if (type === undefined) return expr;
  if (whenThen.length === 0) {
    const result = elseExpr ?? { kind: 'Literal' as const, value: { type, value: null } };
    const resultType = typeOf(result, context);
    return resultType !== undefined && dataTypeEquals(resultType, type) ? result : expr;
  }
  const shorter: CaseExpr = { kind: 'Case', whenThen, ...(elseExpr !== undefined && { elseExpr }) };
  const shorterType = typeOf(shorter, context);
  return shorterType !== undefined && dataTypeEquals(shorterType, type) ? shorter : expr;
}
