import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** The user asks for a number of partitions, by hash of expressions or round robin. */
export interface RepartitionPlan {
  readonly kind: 'Repartition';
  readonly partitioning:
    | { readonly kind: 'hash'; readonly exprs: readonly Expr[]; readonly partitionCount: number }
    | { readonly kind: 'roundRobin'; readonly partitionCount: number };
  readonly input: LogicalPlan;
}

export const repartitionNode: LogicalNodeDefinition<RepartitionPlan> = {
  kind: 'Repartition',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  exprs: (plan) => (plan.partitioning.kind === 'hash' ? plan.partitioning.exprs : []),
  withExprs: (plan, exprs) =>
    plan.partitioning.kind === 'hash' ? { ...plan, partitioning: { ...plan.partitioning, exprs } } : plan,
  schema: (_plan, [input]) => input!,
  display: ({ partitioning }) =>
    partitioning.kind === 'hash'
      ? `Repartition: Hash(${partitioning.exprs.map(formatExpr).join(', ')}) partition_count=${partitioning.partitionCount}`
      : `Repartition: RoundRobinBatch partition_count=${partitioning.partitionCount}`,
};
