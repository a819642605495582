import {
  type BinaryExpr,
  columnsOf,
  conjunction,
  type DFSchema,
  type Expr,
  findColumn,
  type JoinKey,
  type JoinPlan,
  schemaOf,
  splitConjunction,
} from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { holdsSubquery } from '../simplify/simplify-context.js';

/**
 * Makes join keys of the equalities in a join's condition that have the left input on one side and the right one on the
 * other: `ON a.x = b.y AND a.z < 5` has the key pair (a.x, b.y). `IS NOT DISTINCT FROM` makes keys in which NULL equals NULL,
 * when no other keys are there.
 */
export const extractEquijoinPredicate: OptimizerRule = {
  name: 'extract_equijoin_predicate',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    if (plan.kind !== 'Join' || plan.filter === undefined) return unchanged(plan);
    const next = extract(plan, splitConjunction(plan.filter));
    return next === plan ? unchanged(plan) : changed(next);
  },
};

function extract(plan: JoinPlan, terms: readonly Expr[]): JoinPlan {
  const sides = { left: schemaOf(plan.left), right: schemaOf(plan.right) };
  const equal = terms.flatMap((term) => keyOf(term, 'Eq', sides) ?? []);
  const distinct = terms.flatMap((term) => keyOf(term, 'IsNotDistinctFrom', sides) ?? []);
  const nullsEqual =
    plan.on.length === 0 ? equal.length === 0 && distinct.length > 0 : plan.nullEquality === 'nullEqualsNull';
  const found = nullsEqual ? distinct : equal;
  if (found.length === 0) return plan;
  const taken = new Set(found.map((one) => one.term));
  const rest = conjunction(terms.filter((term) => !taken.has(term)));
  const { filter: _filter, ...bare } = plan;
  return {
    ...bare,
    on: [...plan.on, ...found.map((one) => one.key)],
    nullEquality: nullsEqual ? 'nullEqualsNull' : 'nullEqualsNothing',
    ...(rest !== undefined && { filter: rest }),
  };
}

function keyOf(
  term: Expr,
  op: BinaryExpr['op'],
  { left, right }: { readonly left: DFSchema; readonly right: DFSchema },
): { readonly term: Expr; readonly key: JoinKey } | undefined {
  if (term.kind !== 'BinaryExpr' || term.op !== op || holdsSubquery(term)) return undefined;
  if (isOver(term.left, left) && isOver(term.right, right))
    return { term, key: { left: term.left, right: term.right } };
  if (isOver(term.right, left) && isOver(term.left, right))
    return { term, key: { left: term.right, right: term.left } };
  return undefined;
}

/** Whether an expression reads columns, and only those of one input. */
export function isOver(expr: Expr, schema: DFSchema): boolean {
  const columns = columnsOf(expr);
  return columns.length > 0 && columns.every((one) => findColumn(schema, one.name, one.relation) !== undefined);
}
