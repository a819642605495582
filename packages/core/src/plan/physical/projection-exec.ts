import type { Field } from '../../types/field.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatPhysicalExpr } from './format-physical-expr.js';
import type { NamedExpr } from './physical-expr.js';
import { physicalExprNullable, physicalExprType } from './physical-expr-type.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';
import { computedStatistics } from './statistics-rules.js';

/** Computes one column per expression. */
export interface ProjectionExec {
  readonly kind: 'ProjectionExec';
  readonly exprs: readonly NamedExpr[];
  readonly input: ExecutionPlan;
}

/** Rows stay; a column that passes through keeps its metadata and its place in partitioning and order. */
export const projectionExec: PlanNodeDefinition<ProjectionExec> = {
  kind: 'ProjectionExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => {
    const fields = plan.exprs.map(({ expr, name }): Field => {
      const source = expr.kind === 'Column' ? input!.schema.fields[expr.index] : undefined;
      return source !== undefined
        ? { ...source, name }
        : { name, type: physicalExprType(expr, input!.schema), nullable: physicalExprNullable(expr, input!.schema) };
    });
    const sources = plan.exprs.map(({ expr }) => (expr.kind === 'Column' ? expr.index : -1));
    return projectProperties(input!, { ...input!.schema, fields }, sources);
  },
  statistics: (plan, [input]) =>
    computedStatistics(
      plan.exprs.map((one) => one.expr),
      input!,
    ),
  display: (plan) =>
    `ProjectionExec: expr=[${plan.exprs.map(({ expr, name }) => `${formatPhysicalExpr(expr)} as ${name}`).join(', ')}]`,
};
