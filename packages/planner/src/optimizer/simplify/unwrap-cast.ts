import {
  type CastExpr,
  type DataType,
  dataTypeEquals,
  type Expr,
  type InListExpr,
  isComparison,
  isDecimal,
  isInteger,
  isString,
  type LiteralExpr,
  type ScalarValue,
  valueEquals,
} from '@ballista-ts/core';
import { type SimplifyContext, typeOf } from './simplify-context.js';

/**
 * Takes the cast off a column that is compared with a constant, where the constant can be cast instead:
 * `CAST(quantity AS Decimal(22,2)) < 24.00` is `quantity < 24.00` in the column's own type. That is cheaper, and lets files
 * be pruned by it. Stands aside when the column's cast could change a value or the constant has no exact counterpart.
 */
export function unwrapCast(expr: Expr, context: SimplifyContext): Expr {
  if (expr.kind === 'BinaryExpr' && isComparison(expr.op) && isCast(expr.left) && expr.right.kind === 'Literal') {
    const right = narrow(expr.left, expr.right, context);
    return right === undefined ? expr : { ...expr, left: expr.left.expr, right };
  }
  if (expr.kind === 'InList' && isCast(expr.expr)) return unwrapList(expr, expr.expr, context);
  return expr;
}

const isCast = (expr: Expr): expr is CastExpr => expr.kind === 'Cast';

function unwrapList(expr: InListExpr, cast: CastExpr, context: SimplifyContext): Expr {
  const list: Expr[] = [];
  for (const one of expr.list) {
    const narrowed = one.kind === 'Literal' ? narrow(cast, one, context) : undefined;
    if (narrowed === undefined) return expr;
    list.push(narrowed);
  }
  return { ...expr, expr: cast.expr, list };
}

/** The constant in the type under the cast, or undefined. */
function narrow(cast: CastExpr, literal: LiteralExpr, context: SimplifyContext): LiteralExpr | undefined {
  const from = typeOf(cast.expr, context);
  if (from === undefined || !isLossless(from, cast.type)) return undefined;
  if (literal.value.value === null) return { kind: 'Literal', value: { type: from, value: null } };
  const convert = (value: ScalarValue, type: DataType): ScalarValue | undefined => {
    try {
      return context.planning.evaluate({ kind: 'Cast', expr: { kind: 'Literal', value }, type });
    } catch {
      return undefined;
    }
  };
  const narrowed = convert(literal.value, from);
  const back = narrowed === undefined ? undefined : convert(narrowed, cast.type);
  if (narrowed === undefined || back === undefined || !valueEquals(back.value, literal.value.value)) return undefined;
  return { kind: 'Literal', value: narrowed };
}

const integerDigits: Partial<Record<DataType['kind'], number>> = {
  Int8: 3,
  UInt8: 3,
  Int16: 5,
  UInt16: 5,
  Int32: 10,
  UInt32: 10,
  Int64: 19,
  UInt64: 20,
};
const integerRange: Partial<Record<DataType['kind'], readonly [bigint, bigint]>> = {
  Int8: [-(2n ** 7n), 2n ** 7n - 1n],
  Int16: [-(2n ** 15n), 2n ** 15n - 1n],
  Int32: [-(2n ** 31n), 2n ** 31n - 1n],
  Int64: [-(2n ** 63n), 2n ** 63n - 1n],
  UInt8: [0n, 2n ** 8n - 1n],
  UInt16: [0n, 2n ** 16n - 1n],
  UInt32: [0n, 2n ** 32n - 1n],
  UInt64: [0n, 2n ** 64n - 1n],
};
const unitRank = { second: 0, millisecond: 1, microsecond: 2, nanosecond: 3 } as const;

/** Whether a cast keeps every value apart and in order, and cannot fail. */
export function isLossless(from: DataType, to: DataType): boolean {
  if (dataTypeEquals(from, to)) return true;
  if (from.kind === 'Dictionary') return isLossless(from.value, to);
  if (isString(from) && isString(to)) return true;
  if (isInteger(from)) {
    const [low, high] = integerRange[from.kind]!;
    const range = integerRange[to.kind];
    if (range !== undefined) return range[0] <= low && high <= range[1];
    if (isDecimal(to)) return to.precision - to.scale >= integerDigits[from.kind]!;
    if (to.kind === 'Float64') return high <= 2n ** 53n;
    if (to.kind === 'Float32') return high <= 2n ** 24n;
    return false;
  }
  if (isDecimal(from)) {
    return isDecimal(to) && to.scale >= from.scale && to.precision - to.scale >= from.precision - from.scale;
  }
  if (from.kind === 'Float32') return to.kind === 'Float64';
  if (from.kind === 'Float16') return to.kind === 'Float32' || to.kind === 'Float64';
  // Days to instants can overflow in nanoseconds only; a file's dates before 1677 would make the cast fail.
  if (from.kind === 'Date32') {
    return to.kind === 'Date64' || (to.kind === 'Timestamp' && to.timezone === undefined && to.unit !== 'nanosecond');
  }
  if (from.kind === 'Timestamp' && to.kind === 'Timestamp') {
    return from.timezone === to.timezone && from.unit === to.unit && unitRank[from.unit] <= unitRank[to.unit];
  }
  return false;
}
