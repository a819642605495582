import type { Schema } from '../../types/field.js';
import { exact, unknownStatistics } from '../statistics.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** One row (of NULLs, if there are columns): what `SELECT 1` selects from. */
export interface PlaceholderRowExec {
  readonly kind: 'PlaceholderRowExec';
  readonly schema: Schema;
}

export const placeholderRowExec: PlanNodeDefinition<PlaceholderRowExec> = {
  kind: 'PlaceholderRowExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: (plan) => ({ schema: plan.schema, partitioning: unknownPartitioning(1), ordering: [] }),
  statistics: (plan) => ({ ...unknownStatistics(plan.schema.fields.length), numRows: exact(1) }),
  display: () => 'PlaceholderRowExec',
};
