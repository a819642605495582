import { Boolean_, type DataType, Int64, Utf8 } from '../types/data-type.js';
import type { ScalarValue, Value } from '../types/scalar-value.js';
import type { AliasExpr, BinaryExpr, CastExpr, ColumnExpr, Expr, LiteralExpr, SortExpr } from './expr.js';
import type { BinaryOperator } from './operator.js';
import type { TableReference } from './table-reference.js';

// Plain constructors for code that builds trees: rules, binders, tests. The user's fluent builder lives in the client.

export const column = (name: string, relation?: TableReference): ColumnExpr =>
  relation === undefined ? { kind: 'Column', name } : { kind: 'Column', relation, name };
export const literal = (value: ScalarValue): LiteralExpr => ({ kind: 'Literal', value });
export const typedLiteral = (type: DataType, value: Value): LiteralExpr => ({
  kind: 'Literal',
  value: { type, value },
});
export const int64Literal = (value: number | bigint): LiteralExpr => typedLiteral(Int64, BigInt(value));
export const utf8Literal = (value: string): LiteralExpr => typedLiteral(Utf8, value);
export const booleanLiteral = (value: boolean | null): LiteralExpr => typedLiteral(Boolean_, value);
export const alias = (expr: Expr, name: string, relation?: TableReference): AliasExpr =>
  relation === undefined ? { kind: 'Alias', expr, name } : { kind: 'Alias', expr, relation, name };
export const binary = (left: Expr, op: BinaryOperator, right: Expr): BinaryExpr => ({
  kind: 'BinaryExpr',
  left,
  op,
  right,
});
export const cast = (expr: Expr, type: DataType): CastExpr => ({ kind: 'Cast', expr, type });
export const sortKey = (expr: Expr, asc = true, nullsFirst = !asc): SortExpr => ({ expr, asc, nullsFirst });

/** `a AND b AND c` as one left-deep chain, or undefined for no terms. */
export function conjunction(terms: readonly Expr[]): Expr | undefined {
  return terms.length === 0 ? undefined : terms.reduce((left, right) => binary(left, 'And', right));
}
/** `a OR b OR c` as one left-deep chain, or undefined for no terms. */
export function disjunction(terms: readonly Expr[]): Expr | undefined {
  return terms.length === 0 ? undefined : terms.reduce((left, right) => binary(left, 'Or', right));
}

/** The operands of a chain of one operator, in order, whatever its nesting. Iterative: chains of thousands are real. */
export function splitChain(expr: Expr, op: BinaryOperator): Expr[] {
  const operands: Expr[] = [];
  const pending: Expr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'BinaryExpr' && next.op === op) pending.push(next.right, next.left);
    else operands.push(next);
  }
  return operands;
}
export const splitConjunction = (expr: Expr): Expr[] => splitChain(expr, 'And');
