import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** The meaning of a logical node somebody else brought. It travels through a `LogicalExtensionCodec`. */
export interface LogicalExtension {
  /** Name of the node type, unique among an application's extensions, e.g. `acme.sample`. */
  readonly type: string;
  readonly schema: (inputs: readonly DFSchema[]) => DFSchema;
  readonly exprs: readonly Expr[];
  readonly withExprs: (exprs: readonly Expr[]) => LogicalExtension;
  readonly display: () => string;
}

export interface ExtensionPlan {
  readonly kind: 'Extension';
  readonly extension: LogicalExtension;
  readonly inputs: readonly LogicalPlan[];
}

export const extensionNode: LogicalNodeDefinition<ExtensionPlan> = {
  kind: 'Extension',
  children: (plan) => plan.inputs,
  withChildren: (plan, inputs) => ({ ...plan, inputs }),
  exprs: (plan) => plan.extension.exprs,
  withExprs: (plan, exprs) => ({ ...plan, extension: plan.extension.withExprs(exprs) }),
  schema: (plan, inputs) => plan.extension.schema(inputs),
  display: (plan) => plan.extension.display(),
};
