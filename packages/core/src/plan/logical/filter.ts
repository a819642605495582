import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Keeps the rows for which `predicate` is true. */
export interface FilterPlan {
  readonly kind: 'Filter';
  readonly predicate: Expr;
  readonly input: LogicalPlan;
}

export const filterNode: LogicalNodeDefinition<FilterPlan> = {
  kind: 'Filter',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => [plan.predicate],
  withExprs: (plan, [predicate]) => ({ ...plan, predicate: predicate! }),
  schema: (_plan, [input]) => input!,
  display: (plan) => `Filter: ${formatExpr(plan.predicate)}`,
};
