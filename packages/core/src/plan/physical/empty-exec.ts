import type { Schema } from '../../types/field.js';
import { exact, unknownStatistics } from '../statistics.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** No rows at all, in any number of partitions. */
export interface EmptyExec {
  readonly kind: 'EmptyExec';
  readonly schema: Schema;
  readonly partitionCount: number;
}

export const emptyExec: PlanNodeDefinition<EmptyExec> = {
  kind: 'EmptyExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: (plan) => ({ schema: plan.schema, partitioning: unknownPartitioning(plan.partitionCount), ordering: [] }),
  statistics: (plan) => ({
    ...unknownStatistics(plan.schema.fields.length),
    numRows: exact(0),
    totalByteSize: exact(0),
  }),
  display: () => 'EmptyExec',
};
