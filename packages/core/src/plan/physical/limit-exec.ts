import type { ExecutionPlan } from './execution-plan.js';
import { anyInput, type PlanNodeDefinition, singleInput } from './plan-node-definition.js';
import { limitStatistics } from './statistics-rules.js';

/** Skips, then keeps at most `fetch` rows, of a single partition. */
export interface GlobalLimitExec {
  readonly kind: 'GlobalLimitExec';
  readonly skip: number;
  readonly fetch?: number;
  readonly input: ExecutionPlan;
}
/** Keeps at most `fetch` rows of each partition. */
export interface LocalLimitExec {
  readonly kind: 'LocalLimitExec';
  readonly fetch: number;
  readonly input: ExecutionPlan;
}

export const globalLimitExec: PlanNodeDefinition<GlobalLimitExec> = {
  kind: 'GlobalLimitExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => input!,
  statistics: (plan, [input]) => limitStatistics(input!, plan.skip, plan.fetch),
  display: (plan) => `GlobalLimitExec: skip=${plan.skip}, fetch=${plan.fetch ?? 'None'}`,
  requirements: () => [singleInput],
};

export const localLimitExec: PlanNodeDefinition<LocalLimitExec> = {
  kind: 'LocalLimitExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => input!,
  statistics: (plan, [input]) => limitStatistics(input!, 0, plan.fetch, true),
  display: (plan) => `LocalLimitExec: fetch=${plan.fetch}`,
  requirements: () => [anyInput],
};
