import { type Expr, type LogicalPlan, NotYetSupportedError } from '@ballista-ts/core';
import type { SqlExpr } from '../sql/ast/expr.js';
import type { Query } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import type { QueryLevel, Scope } from './scope.js';

/** LIMIT and OFFSET: constants that are not negative. NULL is none. */
export function bindLimit(
  input: LogicalPlan,
  { limit, offset }: Pick<Query, 'limit' | 'offset'>,
  level: QueryLevel,
): LogicalPlan {
  if (limit === undefined && offset === undefined) return input;
  const skip = offset === undefined ? undefined : constantCount(offset, 'OFFSET', level);
  const fetch = limit === undefined ? undefined : constantCount(limit, 'LIMIT', level);
  if (skip === undefined && fetch === undefined) return input;
  return { kind: 'Limit', skip: skip ?? 0, ...(fetch !== undefined && { fetch }), input };
}

function constantCount(expr: SqlExpr, clause: string, level: QueryLevel): number | undefined {
  const { context } = level;
  const scope: Scope = { level: { ...level, enclosing: undefined }, schema: { fields: [] }, merged: [] };
  const bound = bindExpr(expr, scope);
  if (bound.kind === 'Placeholder')
    throw new NotYetSupportedError(
      `A placeholder without a value in ${clause}`,
      'bind its value together with the statement',
    );
  const value = evaluate(bound);
  if (value === null) return undefined;
  if (value === undefined)
    throw context.error(`${clause} must be a whole number that is known before the query runs`, expr.span);
  if (value < 0n) throw context.error(`${clause} must be >= 0, '${value}' was provided.`, expr.span);
  // More rows than a number can count exactly is no limit in practice.
  return Number(value > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : value);
}

/** Whole-number arithmetic over literals; undefined for anything else. */
function evaluate(expr: Expr): bigint | null | undefined {
  switch (expr.kind) {
    case 'Literal': {
      const { value } = expr.value;
      if (value === null || typeof value === 'bigint') return value;
      return typeof value === 'number' && Number.isSafeInteger(value) && /Int/.test(expr.value.type.kind)
        ? BigInt(value)
        : undefined;
    }
    case 'Cast':
      return /Int/.test(expr.type.kind) ? evaluate(expr.expr) : undefined;
    case 'Negative': {
      const value = evaluate(expr.expr);
      return typeof value === 'bigint' ? -value : value;
    }
    case 'BinaryExpr': {
      const left = evaluate(expr.left);
      const right = evaluate(expr.right);
      if (left === undefined || right === undefined) return undefined;
      if (left === null || right === null) return null;
      switch (expr.op) {
        case 'Plus':
          return left + right;
        case 'Minus':
          return left - right;
        case 'Multiply':
          return left * right;
        case 'Divide':
          return right === 0n ? undefined : left / right;
        case 'Modulo':
          return right === 0n ? undefined : left % right;
        default:
          return undefined;
      }
    }
    default:
      return undefined;
  }
}
