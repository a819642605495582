import type { SortExpr } from '../../expr/expr.js';
import { formatSortExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Orders the rows; with `fetch` only the first ones are needed. */
export interface SortPlan {
  readonly kind: 'Sort';
  readonly exprs: readonly SortExpr[];
  readonly fetch?: number;
  readonly input: LogicalPlan;
}

export const sortNode: LogicalNodeDefinition<SortPlan> = {
  kind: 'Sort',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => plan.exprs.map((one) => one.expr),
  withExprs: (plan, exprs) => ({ ...plan, exprs: plan.exprs.map((one, index) => ({ ...one, expr: exprs[index]! })) }),
  schema: (_plan, [input]) => input!,
  display: (plan) =>
    `Sort: ${plan.exprs.map(formatSortExpr).join(', ')}${plan.fetch === undefined ? '' : `, fetch=${plan.fetch}`}`,
};
