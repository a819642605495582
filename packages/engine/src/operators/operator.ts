import type { ExecutionPlan, ExecutionPlanKind, ExecutionPlanOf } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import type { TaskContext } from '../task/task-context.js';

/** How one kind of node runs. One file per kind; third parties register theirs under the name of their extension. */
export interface Operator<P extends ExecutionPlan = ExecutionPlan> {
  /** A node's `kind`, or an extension's `type`. */
  readonly kind: string;
  /** The rows of one output partition. The consumer may stop early: `finally` blocks release what is held. */
  execute(plan: P, partition: number, context: TaskContext): AsyncIterable<ColumnBatch>;
}

/** An operator for one of core's nodes. */
export const defineOperator = <K extends ExecutionPlanKind>(
  operator: Operator<ExecutionPlanOf<K>> & { readonly kind: K },
): Operator<ExecutionPlanOf<K>> => operator;
