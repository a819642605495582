import type { ExecutionPlan } from './execution-plan.js';
import { formatSortExprs } from './format-physical-expr.js';
import { unknownPartitioning } from './partitioning.js';
import type { PhysicalSortExpr } from './physical-expr.js';
import { anyInput, type PlanNodeDefinition, singleInput } from './plan-node-definition.js';
import { limitStatistics } from './statistics-rules.js';

/** Sorts its input; with `fetch` keeps only the first rows (top-k). */
export interface SortExec {
  readonly kind: 'SortExec';
  readonly exprs: readonly PhysicalSortExpr[];
  readonly fetch?: number;
  /** Each partition is sorted by itself; otherwise the input must be one partition. */
  readonly preservePartitioning: boolean;
  readonly input: ExecutionPlan;
}

export const sortExec: PlanNodeDefinition<SortExec> = {
  kind: 'SortExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => ({
    schema: input!.schema,
    partitioning: plan.preservePartitioning ? input!.partitioning : unknownPartitioning(1),
    ordering: plan.exprs,
  }),
  statistics: (plan, [input]) => (plan.fetch === undefined ? input! : limitStatistics(input!, 0, plan.fetch)),
  display: (plan) =>
    `SortExec: ${plan.fetch === undefined ? '' : `TopK(fetch=${plan.fetch}), `}expr=[${formatSortExprs(plan.exprs)}], preserve_partitioning=[${plan.preservePartitioning}]`,
  requirements: (plan) => [plan.preservePartitioning ? anyInput : singleInput],
};
