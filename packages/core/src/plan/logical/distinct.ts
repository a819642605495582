import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr, SortExpr } from '../../expr/expr.js';
import { formatExpr, formatSortExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Each different row once. NULLs are equal to each other here. */
export interface DistinctPlan {
  readonly kind: 'Distinct';
  readonly input: LogicalPlan;
}
/** For each value of `on` the first row in the order of `sort`. */
export interface DistinctOnPlan {
  readonly kind: 'DistinctOn';
  readonly on: readonly Expr[];
  readonly select: readonly Expr[];
  readonly sort: readonly SortExpr[];
  readonly input: LogicalPlan;
  readonly schema: DFSchema;
}

export const distinctNode: LogicalNodeDefinition<DistinctPlan> = {
  kind: 'Distinct',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: (_plan, [input]) => input!,
  display: () => 'Distinct:',
};

export const distinctOnNode: LogicalNodeDefinition<DistinctOnPlan> = {
  kind: 'DistinctOn',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => [...plan.on, ...plan.select, ...plan.sort.map((one) => one.expr)],
  withExprs: (plan, exprs) => {
    const select = plan.on.length;
    const sort = select + plan.select.length;
    return {
      ...plan,
      on: exprs.slice(0, select),
      select: exprs.slice(select, sort),
      sort: plan.sort.map((one, index) => ({ ...one, expr: exprs[sort + index]! })),
    };
  },
  schema: (plan) => plan.schema,
  display: (plan) =>
    `DistinctOn: on_expr=[[${plan.on.map(formatExpr).join(', ')}]], select_expr=[[${plan.select.map(formatExpr).join(', ')}]], sort_expr=[[${plan.sort
      .map(formatSortExpr)
      .join(', ')}]]`,
};
