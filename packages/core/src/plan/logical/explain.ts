import type { DFSchema } from '../../expr/df-schema.js';
import { explainSchema } from '../physical/explain-exec.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

export type ExplainFormat = 'indent' | 'tree' | 'pgjson' | 'graphviz';

/** Asks for the plans of its input. */
export interface ExplainPlan {
  readonly kind: 'Explain';
  readonly verbose: boolean;
  readonly format: ExplainFormat;
  readonly showStatistics?: boolean;
  readonly input: LogicalPlan;
}
/** Asks to run its input and report metrics. */
export interface AnalyzePlan {
  readonly kind: 'Analyze';
  readonly verbose: boolean;
  readonly format: ExplainFormat;
  readonly level?: 'summary' | 'dev';
  readonly categories?: readonly ('rows' | 'bytes' | 'timing' | 'uncategorized')[];
  readonly input: LogicalPlan;
}

const schema: DFSchema = { fields: explainSchema.fields.map((field) => ({ field })) };

export const explainNode: LogicalNodeDefinition<ExplainPlan> = {
  kind: 'Explain',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: () => schema,
  display: () => 'Explain',
};

export const analyzeNode: LogicalNodeDefinition<AnalyzePlan> = {
  kind: 'Analyze',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  schema: () => schema,
  display: () => 'Analyze',
};
