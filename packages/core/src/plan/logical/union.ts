import type { DFSchema } from '../../expr/df-schema.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** UNION ALL: the rows of all inputs, whose columns correspond by position and have equal types after analysis. */
export interface UnionPlan {
  readonly kind: 'Union';
  readonly inputs: readonly LogicalPlan[];
  /** Names of the first input, without qualifiers. */
  readonly schema: DFSchema;
}

export const unionNode: LogicalNodeDefinition<UnionPlan> = {
  kind: 'Union',
  children: (plan) => plan.inputs,
  withChildren: (plan, inputs) => ({ ...plan, inputs }),
  schema: (plan) => plan.schema,
  display: () => 'Union',
};
