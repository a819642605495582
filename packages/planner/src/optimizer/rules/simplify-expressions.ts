import { type JoinPlan, mapPlanExprs, schemaOf } from '@ballista-ts/core';
import { inputSchema, mapNamedExprs, withFreshSchema } from '../../logical-build.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import type { SimplifyContext } from '../simplify/simplify-context.js';
import { simplifyExpr, simplifyPredicate } from '../simplify/simplify-expr.js';

/**
 * Computes what is constant (`DATE '1998-12-01' - INTERVAL '90 days'`), applies the laws of boolean algebra, compares columns
 * without casts, and turns BETWEEN, one-element lists and patterns without wildcards into comparisons. Columns keep names.
 */
export const simplifyExpressions: OptimizerRule = {
  name: 'simplify_expressions',
  applyOrder: 'bottomUp',
  rewrite(plan, planning) {
    const context: SimplifyContext = { schema: inputSchema(plan), functions: planning.functions, planning };
    switch (plan.kind) {
      case 'Filter': {
        const predicate = simplifyPredicate(plan.predicate, context);
        return predicate === plan.predicate ? unchanged(plan) : changed({ ...plan, predicate });
      }
      case 'TableScan': {
        const next = mapPlanExprs(plan, (expr) => simplifyPredicate(expr, context));
        return next === plan ? unchanged(plan) : changed(next);
      }
      case 'Join': {
        const next = simplifyJoin(plan, context);
        return next === plan ? unchanged(plan) : changed(next);
      }
      default: {
        const next = mapNamedExprs(plan, (expr) => simplifyExpr(expr, context));
        return next === plan ? unchanged(plan) : changed(withFreshSchema(next, planning.functions));
      }
    }
  },
};

function simplifyJoin(plan: JoinPlan, context: SimplifyContext): JoinPlan {
  const left = { ...context, schema: schemaOf(plan.left) };
  const right = { ...context, schema: schemaOf(plan.right) };
  const on = plan.on.map((key) => {
    const next = { left: simplifyExpr(key.left, left), right: simplifyExpr(key.right, right) };
    return next.left === key.left && next.right === key.right ? key : next;
  });
  const filter = plan.filter === undefined ? undefined : simplifyPredicate(plan.filter, context);
  const same = filter === plan.filter && on.every((key, index) => key === plan.on[index]);
  return same ? plan : { ...plan, on, ...(filter !== undefined && { filter }) };
}
