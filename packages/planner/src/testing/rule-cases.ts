import { type Catalog, displayLogicalPlan, type LogicalPlan } from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { checkDataDriven, type DataDrivenCase } from '@ballista-ts/testing';
import { defaultAnalyzerRules } from '../analyzer/default-rules.js';
import { defaultOptimizerRules } from '../optimizer/default-rules.js';
import { type OptimizerRule, optimize } from '../optimizer/optimize.js';
import { checkSchema } from '../optimizer/schema-check.js';
import { createPlanner } from '../planner.js';
import { applyLogicalRule } from '../rule-driver.js';
import { bindSql, testConfig, testNow } from './plan-sql.js';

const planner = createPlanner({ functions: createFunctionRegistry() });

/**
 * Runs the cases of one rule:
 *
 * - `rule`: the rule alone, on the analysed plan; answers the plan, or `unchanged`
 * - `after=a,b`: rules that run before it
 * - `opt`: the whole optimizer; with `expect=` and `expect-not=` rules that must, or must not, have changed the plan
 */
export async function checkRule(rule: OptimizerRule, file: URL, catalog: Catalog): Promise<void> {
  await checkDataDriven(file, async (one) => {
    const ctx = planner.context({ config: testConfig, queryTimeNanos: testNow });
    const bound = await bindSql(one.input, { catalog, functions: planner.functions });
    const analyzed = planner.analyze(bound, ctx);
    if (one.command === 'opt') {
      const fired = new Set<string>();
      const plan = optimize(analyzed, defaultOptimizerRules, ctx, (name) => fired.add(name));
      checkFired(one, fired);
      return displayLogicalPlan(plan);
    }
    if (one.command !== 'rule') throw new Error(`unknown command ${one.command}`);
    const before = (one.args.get('after') ?? []).flatMap((list) => list.split(',')).map(ruleCalled);
    const start = before.reduce((plan: LogicalPlan, each) => applyLogicalRule(each, plan, ctx), analyzed);
    const plan = applyLogicalRule(rule, start, ctx);
    if (plan === start) return 'unchanged';
    checkSchema(rule.name, start, plan);
    const again = applyLogicalRule(rule, plan, ctx);
    if (displayLogicalPlan(again) !== displayLogicalPlan(plan)) {
      throw new Error(`run again on its own output, ${rule.name} gives\n${displayLogicalPlan(again)}`);
    }
    return displayLogicalPlan(plan);
  });
}

function checkFired(one: DataDrivenCase, fired: ReadonlySet<string>): void {
  for (const name of one.args.get('expect') ?? []) {
    ruleCalled(name);
    if (!fired.has(name)) throw new Error(`${name} should have changed the plan; ${[...fired].join(', ')} did`);
  }
  for (const name of one.args.get('expect-not') ?? []) {
    ruleCalled(name);
    if (fired.has(name)) throw new Error(`${name} should have left the plan alone`);
  }
}

function ruleCalled(name: string): OptimizerRule {
  const found = [...defaultAnalyzerRules, ...defaultOptimizerRules].find((rule) => rule.name === name);
  if (found === undefined) throw new Error(`there is no rule ${name}`);
  return found;
}
