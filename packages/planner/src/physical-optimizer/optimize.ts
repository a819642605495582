import { type ExecutionPlan, planSchema } from '@ballista-ts/core';
import { checkPhysicalSchema } from '../optimizer/schema-check.js';
import type { PlanningContext } from '../planning-context.js';
import type { PlanRule } from '../rule.js';
import { applyPhysicalRule, type RuleObserver, runRule } from '../rule-driver.js';

/** Rewrites operators: where rows are spread, sorted, gathered, and what runs how. */
export type PhysicalOptimizerRule = PlanRule<ExecutionPlan>;

/** Runs the rules once each, in order. @throws InternalError when one changes the columns of the plan. */
export function optimizePhysical(
  plan: ExecutionPlan,
  rules: readonly PhysicalOptimizerRule[],
  ctx: PlanningContext,
  observer?: RuleObserver<ExecutionPlan>,
): ExecutionPlan {
  let current = plan;
  for (const rule of rules) {
    const next = runRule(rule, () => {
      const result = applyPhysicalRule(rule, current, ctx);
      if (result !== current) checkPhysicalSchema(rule.name, planSchema(current), planSchema(result));
      return result;
    });
    if (next === current) continue;
    current = next;
    observer?.(rule.name, current);
  }
  return current;
}
