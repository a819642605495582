import type { BinaryOperator, Expr, Subquery } from '@ballista-ts/core';

/** `IN`, `NOT IN`, `op ANY` and `op ALL` in one form: is there a row of which `expr op column` holds? */
export interface Quantified {
  readonly expr: Expr;
  readonly op: BinaryOperator;
  readonly subquery: Subquery;
  /** The answer is turned over at the end: `NOT IN`, and `x > ALL (...)`, which is `NOT (x <= ANY (...))`. */
  readonly negated: boolean;
}

const opposite: Partial<Record<BinaryOperator, BinaryOperator>> = {
  Eq: 'NotEq',
  NotEq: 'Eq',
  Lt: 'GtEq',
  LtEq: 'Gt',
  Gt: 'LtEq',
  GtEq: 'Lt',
};

/** Undefined for expressions that are no comparison with a subquery. */
export function quantified(expr: Expr): Quantified | undefined {
  if (expr.kind === 'InSubquery') {
    return { expr: expr.expr, op: 'Eq', subquery: expr.subquery, negated: expr.negated };
  }
  if (expr.kind !== 'SetComparison') return undefined;
  if (expr.quantifier === 'any') return { expr: expr.expr, op: expr.op, subquery: expr.subquery, negated: false };
  const op = opposite[expr.op];
  return op === undefined ? undefined : { expr: expr.expr, op, subquery: expr.subquery, negated: true };
}
