import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import type { LogicalPlan } from './logical-plan.js';

/** What a logical node means. One per `kind`, beside the node. */
export interface LogicalNodeDefinition<P extends LogicalPlan = LogicalPlan> {
  readonly kind: P['kind'];
  /** Inputs; plans inside subquery expressions are not among them. */
  readonly children: (plan: P) => readonly LogicalPlan[];
  readonly withChildren: (plan: P, children: readonly LogicalPlan[]) => P;
  /** Every expression the node holds, in a fixed order; absent: it holds none. */
  readonly exprs?: (plan: P) => readonly Expr[];
  /** The same node with other expressions (as many as `exprs` gave), whose names and types must not differ. */
  readonly withExprs?: (plan: P, exprs: readonly Expr[]) => P;
  readonly schema: (plan: P, inputs: readonly DFSchema[]) => DFSchema;
  /** One line of EXPLAIN, children not included. */
  readonly display: (plan: P) => string;
}
