import {
  type DFSchema,
  type Expr,
  findColumn,
  type JoinPlan,
  type JoinType,
  schemaOf,
  splitConjunction,
  transformExpr,
} from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { holdsSubquery, isLiteral, isVolatile } from '../simplify/simplify-context.js';
import { simplifyPredicate } from '../simplify/simplify-expr.js';

/**
 * Makes an outer join an inner one (or a full join a left or right one) where a filter above throws away the rows it was
 * outer for: `WHERE r.x > 5` after `l LEFT JOIN r` never keeps a row whose `r.x` is NULL for want of a match.
 */
export const eliminateOuterJoin: OptimizerRule = {
  name: 'eliminate_outer_join',
  applyOrder: 'topDown',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Filter') return unchanged(plan);
    const join = plan.input;
    if (join.kind !== 'Join') return unchanged(plan);
    const type = narrowed(join, splitConjunction(plan.predicate), ctx);
    return type === join.joinType ? unchanged(plan) : changed({ ...plan, input: { ...join, joinType: type } });
  },
};

function narrowed(join: JoinPlan, terms: readonly Expr[], ctx: PlanningContext): JoinType {
  const left = schemaOf(join.left);
  const right = schemaOf(join.right);
  const rejects = (side: DFSchema): boolean => terms.some((term) => rejectsNulls(term, side, schemaOf(join), ctx));
  switch (join.joinType) {
    case 'left':
      return rejects(right) ? 'inner' : 'left';
    case 'right':
      return rejects(left) ? 'inner' : 'right';
    case 'full': {
      const noNullLeft = rejects(left);
      const noNullRight = rejects(right);
      return noNullLeft ? (noNullRight ? 'inner' : 'left') : noNullRight ? 'right' : 'full';
    }
    default:
      return join.joinType;
  }
}

/** Whether a condition cannot hold for a row in which every column of a side is NULL. */
function rejectsNulls(term: Expr, side: DFSchema, all: DFSchema, planning: PlanningContext): boolean {
  if (holdsSubquery(term) || isVolatile(term, planning.functions)) return false;
  let touched = false;
  const withNulls = transformExpr(term, (part) => {
    if (part.kind !== 'Column') return part;
    const index = findColumn(side, part.name, part.relation);
    if (index === undefined) return part;
    touched = true;
    return { kind: 'Literal', value: { type: side.fields[index]!.field.type, value: null } };
  });
  if (!touched) return false;
  const result = simplifyPredicate(withNulls, { schema: all, functions: planning.functions, planning });
  return isLiteral(result, false) || isLiteral(result, null);
}
