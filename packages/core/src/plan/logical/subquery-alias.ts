import { formatTableReference, type TableReference } from '../../expr/table-reference.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Makes the columns of its input visible under one table name. */
export interface SubqueryAliasPlan {
  readonly kind: 'SubqueryAlias';
  readonly alias: TableReference;
  readonly input: LogicalPlan;
}

export const subqueryAliasNode: LogicalNodeDefinition<SubqueryAliasPlan> = {
  kind: 'SubqueryAlias',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: (plan, [input]) => ({
    ...input!,
    fields: input!.fields.map(({ field }) => ({ qualifier: plan.alias, field })),
  }),
  display: (plan) => `SubqueryAlias: ${formatTableReference(plan.alias)}`,
};
