import type { LogicalPlan } from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import type { PlanRule } from '../rule.js';
import { applyLogicalRule, type RuleObserver, runRule } from '../rule-driver.js';

/** Makes a bound plan one that can run. Unlike an optimizer rule it may change types and results. */
export type AnalyzerRule = PlanRule<LogicalPlan>;

/** Runs the rules once each, in order. @throws PlanError for a query that makes no sense. */
export function analyze(
  plan: LogicalPlan,
  rules: readonly AnalyzerRule[],
  ctx: PlanningContext,
  observer?: RuleObserver<LogicalPlan>,
): LogicalPlan {
  let current = plan;
  for (const rule of rules) {
    const next = runRule(rule, () => applyLogicalRule(rule, current, ctx));
    if (next === current) continue;
    current = next;
    observer?.(rule.name, current);
  }
  return current;
}
