import type { DFSchema } from '../../expr/df-schema.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** A list column of the input, how many levels of it to expand, and where the result goes. */
export interface ListUnnestColumn {
  readonly inputIndex: number;
  readonly outputName: string;
  readonly depth: number;
}

/** Expands lists into rows and structs into columns; every other column repeats. */
export interface UnnestPlan {
  readonly kind: 'Unnest';
  readonly input: LogicalPlan;
  readonly listColumns: readonly ListUnnestColumn[];
  readonly structColumns: readonly number[];
  /** For each output column the input column it comes from. */
  readonly dependencyIndices: readonly number[];
  /** A NULL list gives one row with NULL instead of none. */
  readonly preserveNulls: boolean;
  readonly schema: DFSchema;
}

export const unnestNode: LogicalNodeDefinition<UnnestPlan> = {
  kind: 'Unnest',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: (plan) => plan.schema,
  display: (plan) =>
    `Unnest: lists[${plan.listColumns.map((one) => `${one.outputName}|depth=${one.depth}`).join(', ')}] structs[${plan.structColumns.join(', ')}]`,
};
