import type { CoalescePlan } from '../../shuffle/shuffle.js';
import type { Schema } from '../../types/field.js';
import { unknownStatistics } from '../statistics.js';
import { formatPartitioning } from './format-physical-expr.js';
import { type Partitioning, unknownPartitioning } from './partitioning.js';
import type { PhysicalSortExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Where a stage will read the output of another one, before that output exists. */
export interface UnresolvedShuffleExec {
  readonly kind: 'UnresolvedShuffleExec';
  /** The stage that produces the rows. */
  readonly stageId: number;
  readonly schema: Schema;
  readonly partitioning: Partitioning;
  /** One partition that holds the output of every upstream partition. */
  readonly broadcast: boolean;
  readonly upstreamPartitionCount: number;
  readonly coalesce?: CoalescePlan;
  /** Order that each partition keeps from its writer. */
  readonly ordering: readonly PhysicalSortExpr[];
}

export const unresolvedShuffleExec: PlanNodeDefinition<UnresolvedShuffleExec> = {
  kind: 'UnresolvedShuffleExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: (plan) => ({
    schema: plan.schema,
    partitioning: plan.broadcast ? unknownPartitioning(1) : plan.partitioning,
    ordering: plan.broadcast ? [] : plan.ordering,
  }),
  statistics: (plan) => unknownStatistics(plan.schema.fields.length),
  display: (plan) =>
    `UnresolvedShuffleExec: stage=${plan.stageId}, partitioning: ${formatPartitioning(plan.partitioning)}${plan.broadcast ? ', broadcast' : ''}`,
};
