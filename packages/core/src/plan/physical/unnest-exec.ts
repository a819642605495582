import type { Schema } from '../../types/field.js';
import { unknownStatistics } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** A list column to expand, and how many levels deep. */
export interface ListUnnest {
  readonly index: number;
  readonly depth: number;
}

/** Expands list columns into rows and struct columns into columns; every other column repeats. */
export interface UnnestExec {
  readonly kind: 'UnnestExec';
  readonly input: ExecutionPlan;
  readonly schema: Schema;
  readonly listColumns: readonly ListUnnest[];
  readonly structColumns: readonly number[];
  /** A NULL list gives one row with NULL instead of none. */
  readonly preserveNulls: boolean;
}

export const unnestExec: PlanNodeDefinition<UnnestExec> = {
  kind: 'UnnestExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => ({
    schema: plan.schema,
    partitioning: unknownPartitioning(input!.partitioning.partitionCount),
    ordering: [],
  }),
  statistics: (plan) => unknownStatistics(plan.schema.fields.length),
  display: () => 'UnnestExec',
};
