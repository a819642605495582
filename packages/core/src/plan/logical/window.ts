import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Adds one column per window expression to the columns of its input. */
export interface WindowPlan {
  readonly kind: 'Window';
  readonly windowExprs: readonly Expr[];
  readonly input: LogicalPlan;
  readonly schema: DFSchema;
}

export const windowNode: LogicalNodeDefinition<WindowPlan> = {
  kind: 'Window',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => plan.windowExprs,
  withExprs: (plan, windowExprs) => ({ ...plan, windowExprs }),
  schema: (plan) => plan.schema,
  display: (plan) => `WindowAggr: windowExpr=[[${plan.windowExprs.map(formatExpr).join(', ')}]]`,
};
