import {
  type DataType,
  type Expr,
  exprNullable,
  exprType,
  type FunctionCatalog,
  someExpr,
  type TypingContext,
} from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';

/** What simplifying an expression may ask. */
export interface SimplifyContext extends TypingContext {
  readonly planning: PlanningContext;
}

/** Undefined where typing fails, e.g. for columns that a hand-made plan does not have: such an expression is left alone. */
export function typeOf(expr: Expr, context: TypingContext): DataType | undefined {
  try {
    return exprType(expr, context);
  } catch {
    return undefined;
  }
}

export function isNullable(expr: Expr, context: TypingContext): boolean {
  try {
    return exprNullable(expr, context);
  } catch {
    return true;
  }
}

/** Whether computing an expression twice, or not at all, can be told from computing it once. */
export const isVolatile = (expr: Expr, functions: FunctionCatalog): boolean =>
  someExpr(
    expr,
    (part) => part.kind === 'ScalarFunction' && (functions.scalar(part.name)?.volatility ?? 'volatile') === 'volatile',
  );

export const holdsSubquery = (expr: Expr): boolean => someExpr(expr, (part) => 'subquery' in part);

export const isLiteral = (expr: Expr, value: boolean | null): boolean =>
  expr.kind === 'Literal' &&
  expr.value.value === value &&
  (expr.value.type.kind === 'Boolean' || expr.value.type.kind === 'Null');
