import type { ExecutionPlan } from './execution-plan.js';
import { formatPhysicalExpr } from './format-physical-expr.js';
import type { PhysicalExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/**
 * Passes its rows on unchanged; the query fails with an ExecutionError of that `message` at the first row for which
 * `predicate` is false or NULL. This is how a scalar subquery of several rows is found out.
 */
export interface AssertExec {
  readonly kind: 'AssertExec';
  readonly predicate: PhysicalExpr;
  readonly message: string;
  readonly input: ExecutionPlan;
}

export const assertExec: PlanNodeDefinition<AssertExec> = {
  kind: 'AssertExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => input!,
  statistics: (_plan, [input]) => input!,
  display: (plan) => `AssertExec: ${formatPhysicalExpr(plan.predicate)}`,
};
