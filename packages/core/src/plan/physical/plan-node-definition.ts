import type { Schema } from '../../types/field.js';
import type { Statistics } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import type { Partitioning } from './partitioning.js';
import type { PhysicalExpr, PhysicalSortExpr } from './physical-expr.js';

/** What a plan promises about its output. */
export interface PlanProperties {
  readonly schema: Schema;
  readonly partitioning: Partitioning;
  /** The order of the rows inside each partition; empty: none is promised. */
  readonly ordering: readonly PhysicalSortExpr[];
}

/** How the rows of an input must be spread for the node to be right. */
export type Distribution =
  | { readonly kind: 'unspecified' }
  | { readonly kind: 'singlePartition' }
  /** Rows with equal values of `exprs` are in the same partition. */
  | { readonly kind: 'hash'; readonly exprs: readonly PhysicalExpr[] };

/** What a node asks of one input. */
export interface InputRequirement {
  readonly distribution: Distribution;
  /** The order each partition must have; empty: any. */
  readonly ordering: readonly PhysicalSortExpr[];
}

export const anyInput: InputRequirement = { distribution: { kind: 'unspecified' }, ordering: [] };
export const singleInput: InputRequirement = { distribution: { kind: 'singlePartition' }, ordering: [] };

/** What a physical node means, apart from how it runs. One per `kind`, beside the node. */
export interface PlanNodeDefinition<P extends ExecutionPlan = ExecutionPlan> {
  readonly kind: P['kind'];
  readonly children: (plan: P) => readonly ExecutionPlan[];
  /** The same node over other inputs; as many as `children` gave. */
  readonly withChildren: (plan: P, children: readonly ExecutionPlan[]) => P;
  readonly properties: (plan: P, inputs: readonly PlanProperties[]) => PlanProperties;
  readonly statistics: (plan: P, inputs: readonly Statistics[]) => Statistics;
  /** One line of EXPLAIN, children not included. */
  readonly display: (plan: P) => string;
  /** What each input must fulfil; absent: anything will do. */
  readonly requirements?: (plan: P) => readonly InputRequirement[];
}
