import { Utf8 } from '../../types/data-type.js';
import type { Schema } from '../../types/field.js';
import { exact, unknownStatistics } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Gives the rows of EXPLAIN: the texts were made at planning time. */
export interface ExplainExec {
  readonly kind: 'ExplainExec';
  readonly rows: readonly { readonly planType: string; readonly plan: string }[];
}
/** Runs its input, throws the rows away and reports metrics. */
export interface AnalyzeExec {
  readonly kind: 'AnalyzeExec';
  readonly verbose: boolean;
  readonly showStatistics: boolean;
  readonly input: ExecutionPlan;
}

export const explainSchema: Schema = {
  fields: [
    { name: 'plan_type', type: Utf8, nullable: false },
    { name: 'plan', type: Utf8, nullable: false },
  ],
};

export const explainExec: PlanNodeDefinition<ExplainExec> = {
  kind: 'ExplainExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: () => ({ schema: explainSchema, partitioning: unknownPartitioning(1), ordering: [] }),
  statistics: (plan) => ({ ...unknownStatistics(2), numRows: exact(plan.rows.length) }),
  display: () => 'ExplainExec',
};

export const analyzeExec: PlanNodeDefinition<AnalyzeExec> = {
  kind: 'AnalyzeExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: () => ({ schema: explainSchema, partitioning: unknownPartitioning(1), ordering: [] }),
  statistics: () => unknownStatistics(2),
  display: (plan) => `AnalyzeExec: verbose=${plan.verbose}`,
};
