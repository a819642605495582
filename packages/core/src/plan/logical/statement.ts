import { emptyDFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import { quoteIdentifier } from '../../expr/table-reference.js';
import type { Field } from '../../types/field.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

export interface SetVariablePlan {
  readonly kind: 'SetVariable';
  readonly variable: string;
  readonly value: string;
}
export interface ResetVariablePlan {
  readonly kind: 'ResetVariable';
  readonly variable: string;
}
export interface PreparePlan {
  readonly kind: 'Prepare';
  readonly name: string;
  readonly parameters: readonly Field[];
  readonly input: LogicalPlan;
}
export interface ExecutePlan {
  readonly kind: 'Execute';
  readonly name: string;
  readonly parameters: readonly Expr[];
}
export interface DeallocatePlan {
  readonly kind: 'Deallocate';
  readonly name: string;
}
export interface TransactionPlan {
  readonly kind: 'TransactionStart' | 'TransactionEnd';
  readonly commit: boolean;
}

/** Changes the session itself; run by whoever owns it, never by an executor. */
export type StatementPlan =
  | SetVariablePlan
  | ResetVariablePlan
  | PreparePlan
  | ExecutePlan
  | DeallocatePlan
  | TransactionPlan;

/** One definition serves all: they differ only in what they hold. */
export const statementNode: LogicalNodeDefinition<StatementPlan> = {
  kind: 'SetVariable',
  children: (plan) => (plan.kind === 'Prepare' ? [plan.input] : []),
  withChildren: (plan, [input]) => (plan.kind === 'Prepare' ? { ...plan, input: input! } : plan),
  schema: () => emptyDFSchema,
  display: (plan) => {
    switch (plan.kind) {
      case 'SetVariable':
        return `SetVariable: set ${plan.variable} to ${JSON.stringify(plan.value)}`;
      case 'ResetVariable':
        return `ResetVariable: reset ${plan.variable}`;
      case 'Execute':
        return `Execute: ${quoteIdentifier(plan.name)} params=[${plan.parameters.map(formatExpr).join(', ')}]`;
      case 'Prepare':
      case 'Deallocate':
        return `${plan.kind}: ${quoteIdentifier(plan.name)}`;
      default:
        return plan.kind;
    }
  },
};
