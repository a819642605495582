import {
  type BinaryOperator,
  binary,
  booleanLiteral,
  conjunction,
  disjunction,
  type Expr,
  type LiteralExpr,
} from '@ballista-ts/core';
import type { QuantifiedExpr } from '../../sql/ast/expr.js';
import type { Scope } from '../scope.js';
import { toBinaryOperator } from './bind-binary.js';
import { bindExpr } from './bind-expr.js';
import { callOf } from './bind-nested.js';
import { bindSubqueryPlan } from './bind-subquery.js';

/** `left op ANY | ALL (query or list)`. */
export function bindQuantified(expr: QuantifiedExpr, scope: Scope): Expr {
  const left = bindExpr(expr.left, scope);
  const op = toBinaryOperator(expr.op);
  const quantifier = expr.quantifier === 'ALL' ? 'all' : 'any';
  if (expr.right.kind === 'Query') {
    const subquery = bindSubqueryPlan(expr.right, scope, expr.span, `${expr.quantifier} subquery`);
    if (op === 'Eq' && quantifier === 'any') return { kind: 'InSubquery', expr: left, subquery, negated: false };
    if (op === 'NotEq' && quantifier === 'all') return { kind: 'InSubquery', expr: left, subquery, negated: true };
    return { kind: 'SetComparison', expr: left, op, quantifier, subquery };
  }
  return compareWithList(left, op, quantifier, bindExpr(expr.right, scope), scope, expr);
}

const nullBoolean: LiteralExpr = { kind: 'Literal', value: { type: { kind: 'Boolean' }, value: null } };

/**
 * A comparison with the elements of a list, by their extremes: `x > ANY(l)` is `x > min(l)`, `x > ALL(l)` is `x > max(l)`. An
 * empty list decides by itself, and a NULL element makes what is not decided without it NULL.
 */
function compareWithList(
  left: Expr,
  op: BinaryOperator,
  quantifier: 'any' | 'all',
  list: Expr,
  scope: Scope,
  { span }: QuantifiedExpr,
): Expr {
  const call = (name: string, ...args: Expr[]): Expr => callOf(name, args, scope, span);
  if (op === 'Eq' && quantifier === 'any') return call('array_has', list, left);
  if (op === 'NotEq' && quantifier === 'all') return { kind: 'Not', expr: call('array_has', list, left) };
  const least = binary(left, op, call('array_min', list));
  const greatest = binary(left, op, call('array_max', list));
  const wantsLeast = (op === 'Gt' || op === 'GtEq') === (quantifier === 'any');
  let decided: Expr;
  switch (op) {
    case 'Eq':
      decided = conjunction([least, greatest])!;
      break;
    case 'NotEq':
      decided = disjunction([least, greatest])!;
      break;
    case 'Gt':
    case 'GtEq':
    case 'Lt':
    case 'LtEq':
      decided = wantsLeast ? least : greatest;
      break;
    default:
      throw scope.level.context.error(`Unsupported operator before ${quantifier.toUpperCase()} of a list`, span);
  }
  const hasNull: Expr = {
    kind: 'IsNotNull',
    expr: call('array_position', list, { kind: 'Literal', value: { type: { kind: 'Null' }, value: null } }),
  };
  const ofNulls: Expr = {
    kind: 'Case',
    whenThen: [{ when: hasNull, then: nullBoolean }],
    elseExpr: booleanLiteral(quantifier === 'all'),
  };
  return {
    kind: 'Case',
    whenThen: [{ when: call('empty', list), then: booleanLiteral(quantifier === 'all') }],
    elseExpr: binary(decided, quantifier === 'all' ? 'And' : 'Or', ofNulls),
  };
}
