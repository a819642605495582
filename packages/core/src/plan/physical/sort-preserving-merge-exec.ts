import type { ExecutionPlan } from './execution-plan.js';
import { formatSortExprs } from './format-physical-expr.js';
import { unknownPartitioning } from './partitioning.js';
import type { PhysicalSortExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { limitStatistics } from './statistics-rules.js';

/** Merges sorted partitions into one that has the same order. */
export interface SortPreservingMergeExec {
  readonly kind: 'SortPreservingMergeExec';
  readonly exprs: readonly PhysicalSortExpr[];
  readonly fetch?: number;
  readonly input: ExecutionPlan;
}

export const sortPreservingMergeExec: PlanNodeDefinition<SortPreservingMergeExec> = {
  kind: 'SortPreservingMergeExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => ({
    schema: input!.schema,
    partitioning: unknownPartitioning(1),
    ordering: plan.exprs,
  }),
  statistics: (plan, [input]) => (plan.fetch === undefined ? input! : limitStatistics(input!, 0, plan.fetch)),
  display: (plan) =>
    `SortPreservingMergeExec: [${formatSortExprs(plan.exprs)}]${plan.fetch === undefined ? '' : `, fetch=${plan.fetch}`}`,
  requirements: (plan) => [{ distribution: { kind: 'unspecified' }, ordering: plan.exprs }],
};
