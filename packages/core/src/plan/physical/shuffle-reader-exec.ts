import type { CoalescePlan, PartitionLocation } from '../../shuffle/shuffle.js';
import type { Schema } from '../../types/field.js';
import { absent, exact, unknownStatistics } from '../statistics.js';
import { formatPartitioning } from './format-physical-expr.js';
import { type Partitioning, unknownPartitioning } from './partitioning.js';
import type { PhysicalSortExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Reads the output of another stage from where its tasks left it. */
export interface ShuffleReaderExec {
  readonly kind: 'ShuffleReaderExec';
  readonly stageId: number;
  readonly schema: Schema;
  /** Per partition the outputs that make it up; none: the partition is empty. */
  readonly partitions: readonly (readonly PartitionLocation[])[];
  readonly partitioning: Partitioning;
  readonly broadcast: boolean;
  readonly upstreamPartitionCount: number;
  readonly coalesce?: CoalescePlan;
  /** Order that each single location keeps; a partition of several locations has none. */
  readonly ordering: readonly PhysicalSortExpr[];
}

export const shuffleReaderExec: PlanNodeDefinition<ShuffleReaderExec> = {
  kind: 'ShuffleReaderExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: (plan) => ({
    schema: plan.schema,
    partitioning: plan.broadcast ? unknownPartitioning(1) : withCount(plan.partitioning, plan.partitions.length),
    ordering: !plan.broadcast && plan.partitions.every((one) => one.length <= 1) ? plan.ordering : [],
  }),
  statistics: (plan) => {
    const own = unknownStatistics(plan.schema.fields.length);
    const total = (of: 'numRows' | 'numBytes'): number | undefined =>
      plan.partitions.flat().reduce<number | undefined>((sum, location) => {
        const one = location.stats[of];
        return sum === undefined || one === undefined ? undefined : sum + one;
      }, 0);
    const rows = total('numRows');
    const bytes = total('numBytes');
    return {
      ...own,
      numRows: rows === undefined ? absent : exact(rows),
      totalByteSize: bytes === undefined ? absent : exact(bytes),
    };
  },
  display: (plan) =>
    `ShuffleReaderExec: stage=${plan.stageId}, partitioning: ${formatPartitioning(plan.partitioning)}${plan.broadcast ? ', broadcast' : ''}`,
};

const withCount = (of: Partitioning, partitionCount: number): Partitioning => ({ ...of, partitionCount });
