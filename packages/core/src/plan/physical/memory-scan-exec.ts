import { projectSchema, type Schema } from '../../types/field.js';
import { type Statistics, unknownStatistics } from '../statistics.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { projectStatistics } from './statistics-rules.js';

/** Rows that travel inside the plan: VALUES lists and small registered tables. */
export interface MemoryScanExec {
  readonly kind: 'MemoryScanExec';
  /** One Arrow IPC stream per partition, uncompressed; empty bytes are a partition without batches. */
  readonly partitions: readonly Uint8Array[];
  readonly schema: Schema;
  /** Positions of the columns that come out; absent: all. */
  readonly projection?: readonly number[];
  readonly fetch?: number;
  readonly statistics?: Statistics;
}

export const memoryScanExec: PlanNodeDefinition<MemoryScanExec> = {
  kind: 'MemoryScanExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: (plan) => ({
    schema: plan.projection === undefined ? plan.schema : projectSchema(plan.schema, plan.projection),
    partitioning: unknownPartitioning(plan.partitions.length),
    ordering: [],
  }),
  statistics: (plan) => {
    const own = plan.statistics ?? unknownStatistics(plan.schema.fields.length);
    return plan.projection === undefined ? own : projectStatistics(own, plan.projection);
  },
  display: (plan) =>
    `DataSourceExec: partitions=${plan.partitions.length}, partition_sizes=[${plan.partitions.map((one) => one.byteLength).join(', ')}]${
      plan.fetch === undefined ? '' : `, fetch=${plan.fetch}`
    }`,
};
