import type { DFSchema } from '../../expr/df-schema.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';

/** No rows, or exactly one row without meaning (what `SELECT 1` selects from). */
export interface EmptyRelationPlan {
  readonly kind: 'EmptyRelation';
  readonly produceOneRow: boolean;
  readonly schema: DFSchema;
}

export const emptyRelationNode: LogicalNodeDefinition<EmptyRelationPlan> = {
  kind: 'EmptyRelation',
  children: () => [],
  withChildren: (plan) => plan,
  schema: (plan) => plan.schema,
  display: (plan) => `EmptyRelation: rows=${plan.produceOneRow ? 1 : 0}`,
};
