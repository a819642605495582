import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/**
 * Groups rows and folds each group. Output: the grouping columns (one per distinct key; with grouping sets also
 * `__grouping_id`), then one column per aggregate. `groupBy` is either plain keys or a single `GroupingSet`.
 */
export interface AggregatePlan {
  readonly kind: 'Aggregate';
  readonly groupBy: readonly Expr[];
  readonly aggregates: readonly Expr[];
  readonly input: LogicalPlan;
  readonly schema: DFSchema;
}

export const aggregateNode: LogicalNodeDefinition<AggregatePlan> = {
  kind: 'Aggregate',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => [...plan.groupBy, ...plan.aggregates],
  withExprs: (plan, exprs) => ({
    ...plan,
    groupBy: exprs.slice(0, plan.groupBy.length),
    aggregates: exprs.slice(plan.groupBy.length),
  }),
  schema: (plan) => plan.schema,
  display: (plan) =>
    `Aggregate: groupBy=[[${plan.groupBy.map(formatExpr).join(', ')}]], aggr=[[${plan.aggregates.map(formatExpr).join(', ')}]]`,
};
