import { dataTypeEquals, type Expr, exprChildren, exprType } from '@ballista-ts/core';
import { createPhysicalExpr } from '../../physical/create-physical-expr.js';
import type { SimplifyContext } from './simplify-context.js';

/** Longer lists stay calls: a plan should not carry what `range(0, 1000000)` makes. */
const maxListLength = 100;

/**
 * The value of an operation on constants, as a constant. Stands aside for volatile functions, and where computing fails
 * (`1 / 0`): the row that would fail may never be reached.
 */
export function foldConstant(expr: Expr, context: SimplifyContext): Expr {
  if (!isFoldable(expr, context)) return expr;
  try {
    const physical = createPhysicalExpr(expr, { schema: { fields: [] }, functions: context.functions });
    const value = context.planning.evaluate(physical);
    if (Array.isArray(value.value) && value.value.length > maxListLength) return expr;
    return dataTypeEquals(value.type, exprType(expr, context)) ? { kind: 'Literal', value } : expr;
  } catch {
    return expr;
  }
}

function isFoldable(expr: Expr, { functions }: SimplifyContext): boolean {
  switch (expr.kind) {
    case 'BinaryExpr':
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown':
    case 'Between':
    case 'Like':
    case 'SimilarTo':
    case 'Cast':
    case 'TryCast':
    case 'InList':
    case 'Case':
      break;
    case 'ScalarFunction':
      if ((functions.scalar(expr.name)?.volatility ?? 'volatile') === 'volatile') return false;
      break;
    default:
      return false;
  }
  return exprChildren(expr).every((child) => child.kind === 'Literal');
}
