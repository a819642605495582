import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** Skips rows, then keeps at most `fetch`. */
export interface LimitPlan {
  readonly kind: 'Limit';
  readonly skip: number;
  readonly fetch?: number;
  readonly input: LogicalPlan;
}

export const limitNode: LogicalNodeDefinition<LimitPlan> = {
  kind: 'Limit',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: (_plan, [input]) => input!,
  display: (plan) => `Limit: skip=${plan.skip}, fetch=${plan.fetch ?? 'None'}`,
};
