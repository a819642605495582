import { projectSchema } from '../../types/field.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatPhysicalExpr } from './format-physical-expr.js';
import type { PhysicalExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';
import { filterStatistics, projectStatistics } from './statistics-rules.js';

/** Keeps the rows of its input for which `predicate` is true; null counts as false. */
export interface FilterExec {
  readonly kind: 'FilterExec';
  readonly predicate: PhysicalExpr;
  /** Positions of the input's columns that come out, in order; absent: all. */
  readonly projection?: readonly number[];
  /** Percent of rows assumed to pass when nothing better is known. */
  readonly defaultSelectivity: number;
  readonly input: ExecutionPlan;
}

/** Rows go, columns stay (or are picked by `projection`); partitioning and order are those of the input. */
export const filterExec: PlanNodeDefinition<FilterExec> = {
  kind: 'FilterExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) =>
    plan.projection === undefined
      ? input!
      : projectProperties(input!, projectSchema(input!.schema, plan.projection), plan.projection),
  statistics: (plan, [input]) => {
    const filtered = filterStatistics(input!, plan.defaultSelectivity / 100);
    return plan.projection === undefined ? filtered : projectStatistics(filtered, plan.projection);
  },
  display: (plan) =>
    `FilterExec: ${formatPhysicalExpr(plan.predicate)}${plan.projection === undefined ? '' : `, projection=[${plan.projection.join(', ')}]`}`,
};
