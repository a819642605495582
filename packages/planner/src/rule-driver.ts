import {
  BallistaError,
  type ExecutionPlan,
  type Expr,
  executionPlanShape,
  InternalError,
  type LogicalPlan,
  logicalPlanShape,
  mapPlanExprs,
  rewriteTree,
  rewriteTreeDown,
  type Subquery,
  transformExpr,
} from '@ballista-ts/core';
import type { PlanningContext } from './planning-context.js';
import type { PlanRule } from './rule.js';

/** Told after each rule that changed a plan; EXPLAIN VERBOSE listens. */
export type RuleObserver<P> = (rule: string, plan: P) => void;

/** Runs one rule over a logical plan and the plans of its subqueries. The same object comes back when nothing changed. */
export function applyLogicalRule(rule: PlanRule<LogicalPlan>, plan: LogicalPlan, ctx: PlanningContext): LogicalPlan {
  if (rule.applyOrder === undefined) return checkIdentity(rule, plan, rule.rewrite(plan, ctx));
  const visit = (node: LogicalPlan): LogicalPlan => {
    const inside = mapSubqueries(node, (inner) => applyLogicalRule(rule, inner, ctx));
    return checkIdentity(rule, inside, rule.rewrite(inside, ctx));
  };
  return rule.applyOrder === 'topDown'
    ? rewriteTreeDown(logicalPlanShape, plan, visit)
    : rewriteTree(logicalPlanShape, plan, visit);
}

/** Runs one rule over a physical plan. */
export function applyPhysicalRule(
  rule: PlanRule<ExecutionPlan>,
  plan: ExecutionPlan,
  ctx: PlanningContext,
): ExecutionPlan {
  if (rule.applyOrder === undefined) return checkIdentity(rule, plan, rule.rewrite(plan, ctx));
  const visit = (node: ExecutionPlan): ExecutionPlan => checkIdentity(rule, node, rule.rewrite(node, ctx));
  return rule.applyOrder === 'topDown'
    ? rewriteTreeDown(executionPlanShape, plan, visit)
    : rewriteTree(executionPlanShape, plan, visit);
}

/** Rewrites the plans of the subqueries that a node's expressions hold. */
export function mapSubqueries(plan: LogicalPlan, rewrite: (inner: LogicalPlan) => LogicalPlan): LogicalPlan {
  return mapPlanExprs(plan, (expr) =>
    transformExpr(expr, (part): Expr => {
      if (!('subquery' in part)) return part;
      const inner = rewrite(part.subquery.plan);
      if (inner === part.subquery.plan) return part;
      const subquery: Subquery = { ...part.subquery, plan: inner };
      return { ...part, subquery };
    }),
  );
}

/** A rule that says `unchanged` must hand back what it got: otherwise the driver could not tell when to stop. */
function checkIdentity<P>(rule: PlanRule<P>, before: P, after: { readonly plan: P; readonly changed: boolean }): P {
  if (!after.changed && after.plan !== before) {
    throw new InternalError(`rule ${rule.name} says unchanged() but gives another plan`);
  }
  return after.plan;
}

/** Runs `apply`, telling which rule it was when it fails for a reason nobody foresaw. */
export function runRule<P>(rule: PlanRule<P>, apply: () => P): P {
  try {
    return apply();
  } catch (error) {
    if (error instanceof BallistaError && error.code !== 'INTERNAL') throw error;
    throw new InternalError(`rule ${rule.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
