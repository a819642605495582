import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Computes one column per expression. */
export interface ProjectionPlan {
  readonly kind: 'Projection';
  readonly exprs: readonly Expr[];
  readonly input: LogicalPlan;
  readonly schema: DFSchema;
}

export const projectionNode: LogicalNodeDefinition<ProjectionPlan> = {
  kind: 'Projection',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => plan.exprs,
  withExprs: (plan, exprs) => ({ ...plan, exprs }),
  schema: (plan) => plan.schema,
  display: (plan) => `Projection: ${plan.exprs.map(formatExpr).join(', ')}`,
};
