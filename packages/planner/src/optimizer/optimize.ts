import { describeError, type LogicalPlan } from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import type { PlanRule } from '../rule.js';
import { applyLogicalRule, type RuleObserver, runRule } from '../rule-driver.js';
import { checkSchema } from './schema-check.js';

/** Makes a logical plan cheaper. What it answers, and the names and types of its columns, stay the same. */
export type OptimizerRule = PlanRule<LogicalPlan>;

/**
 * Runs the rules in order, again and again until none changes anything, `datafusion.optimizer.max_passes` times at most.
 * Columns are checked after each rule.
 *
 * @throws InternalError when a rule breaks its promises. With `datafusion.optimizer.skip_failed_rules` such a rule is left
 *   out and `onSkipped` is told.
 */
export function optimize(
  plan: LogicalPlan,
  rules: readonly OptimizerRule[],
  ctx: PlanningContext,
  observer?: RuleObserver<LogicalPlan>,
  onSkipped?: (rule: string, reason: string) => void,
): LogicalPlan {
  const passes = ctx.config.get('datafusion.optimizer.max_passes');
  const skipFailed = ctx.config.get('datafusion.optimizer.skip_failed_rules');
  let current = plan;
  for (let pass = 0; pass < passes; pass += 1) {
    const before = current;
    for (const rule of rules) {
      const next = attempt(rule, current, ctx, skipFailed, onSkipped);
      if (next === current) continue;
      current = next;
      observer?.(rule.name, current);
    }
    if (current === before) break;
  }
  return current;
}

function attempt(
  rule: OptimizerRule,
  plan: LogicalPlan,
  ctx: PlanningContext,
  skipFailed: boolean,
  onSkipped?: (rule: string, reason: string) => void,
): LogicalPlan {
  try {
    return runRule(rule, () => {
      const next = applyLogicalRule(rule, plan, ctx);
      if (next !== plan) checkSchema(rule.name, plan, next);
      return next;
    });
  } catch (error) {
    if (!skipFailed) throw error;
    onSkipped?.(rule.name, describeError(error));
    return plan;
  }
}
