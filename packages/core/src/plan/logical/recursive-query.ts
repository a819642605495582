import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** WITH RECURSIVE: the recursive term reads the rows of the round before through a `cteWorkTable` scan. */
export interface RecursiveQueryPlan {
  readonly kind: 'RecursiveQuery';
  readonly name: string;
  readonly staticTerm: LogicalPlan;
  readonly recursiveTerm: LogicalPlan;
  /** UNION instead of UNION ALL. */
  readonly isDistinct: boolean;
}

export const recursiveQueryNode: LogicalNodeDefinition<RecursiveQueryPlan> = {
  kind: 'RecursiveQuery',
  children: (plan) => [plan.staticTerm, plan.recursiveTerm],
  withChildren: (plan, [staticTerm, recursiveTerm]) => ({
    ...plan,
    staticTerm: staticTerm!,
    recursiveTerm: recursiveTerm!,
  }),
  schema: (_plan, [staticSchema]) => staticSchema!,
  display: (plan) => `RecursiveQuery: is_distinct=${plan.isDistinct}`,
};
