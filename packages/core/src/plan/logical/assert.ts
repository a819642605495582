import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Passes its rows on; the query fails with `message` at a row for which `predicate` is not true. Made by the optimizer. */
export interface AssertPlan {
  readonly kind: 'Assert';
  readonly predicate: Expr;
  readonly message: string;
  readonly input: LogicalPlan;
}

export const assertNode: LogicalNodeDefinition<AssertPlan> = {
  kind: 'Assert',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => [plan.predicate],
  withExprs: (plan, [predicate]) => ({ ...plan, predicate: predicate! }),
  schema: (_plan, [input]) => input!,
  display: (plan) => `Assert: ${formatExpr(plan.predicate)}`,
};
