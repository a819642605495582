import type { DFSchema } from '../../expr/df-schema.js';
import { formatTableReference, type TableReference } from '../../expr/table-reference.js';
import { countSchema } from '../physical/file-sink-exec.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';
import type { TableSource } from './table-source.js';

export type DmlOperation =
  | 'insertAppend'
  | 'insertOverwrite'
  | 'insertReplace'
  | 'update'
  | 'delete'
  | 'ctas'
  | 'truncate';

/** Changes a table; the input gives the new rows (or, for update and delete, the rows concerned). */
export interface DmlPlan {
  readonly kind: 'Dml';
  readonly operation: DmlOperation;
  readonly tableName: TableReference;
  readonly target: TableSource;
  readonly input: LogicalPlan;
}

const schema: DFSchema = { fields: countSchema.fields.map((field) => ({ field })) };

export const dmlNode: LogicalNodeDefinition<DmlPlan> = {
  kind: 'Dml',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: () => schema,
  display: (plan) => `Dml: op=[${plan.operation}] table=[${formatTableReference(plan.tableName)}]`,
};
