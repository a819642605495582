import type { DFSchema } from '../../expr/df-schema.js';
import type { FileFormat } from '../file-format.js';
import { countSchema } from '../physical/file-sink-exec.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Writes rows to files; answers with their number. */
export interface CopyToPlan {
  readonly kind: 'CopyTo';
  readonly input: LogicalPlan;
  readonly outputUrl: string;
  readonly format: FileFormat;
  readonly partitionBy: readonly string[];
}

const schema: DFSchema = { fields: countSchema.fields.map((field) => ({ field })) };

export const copyToNode: LogicalNodeDefinition<CopyToPlan> = {
  kind: 'CopyTo',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: () => schema,
  display: (plan) => `CopyTo: format=${plan.format.kind} output_url=${plan.outputUrl}`,
};
