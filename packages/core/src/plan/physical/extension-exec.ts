import type { Statistics } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import type { InputRequirement, PlanNodeDefinition, PlanProperties } from './plan-node-definition.js';

/**
 * The meaning of a node somebody else brought. It travels through a `PhysicalExtensionCodec` and runs by the operator that
 * is registered in the engine under `type`.
 */
export interface PhysicalExtension {
  /** Name of the node type, unique among an application's extensions, e.g. `acme.sample`. */
  readonly type: string;
  readonly properties: (inputs: readonly PlanProperties[]) => PlanProperties;
  readonly statistics?: (inputs: readonly Statistics[]) => Statistics;
  readonly display: () => string;
  readonly requirements?: () => readonly InputRequirement[];
  /** For nodes without inputs: the node with only these partitions, in this order. A task of a cluster runs a slice of its stage. */
  readonly slice?: (partitions: readonly number[]) => PhysicalExtension;
}

/** A node of an application's own. */
export interface ExtensionExec {
  readonly kind: 'ExtensionExec';
  readonly extension: PhysicalExtension;
  readonly inputs: readonly ExecutionPlan[];
}

export const extensionExec: PlanNodeDefinition<ExtensionExec> = {
  kind: 'ExtensionExec',
  children: (plan) => plan.inputs,
  withChildren: (plan, inputs) => ({ ...plan, inputs }),
  properties: (plan, inputs) => plan.extension.properties(inputs),
  statistics: (plan, inputs) =>
    plan.extension.statistics?.(inputs) ?? {
      numRows: { kind: 'absent' },
      totalByteSize: { kind: 'absent' },
      columns: plan.extension
        .properties(
          // Only the column count matters here, and it cannot depend on statistics.
          plan.inputs.map(() => ({
            schema: { fields: [] },
            partitioning: { kind: 'unknown', partitionCount: 1 },
            ordering: [],
          })),
        )
        .schema.fields.map(() => ({
          nullCount: { kind: 'absent' },
          min: { kind: 'absent' },
          max: { kind: 'absent' },
          distinctCount: { kind: 'absent' },
          byteSize: { kind: 'absent' },
        })),
    },
  display: (plan) => plan.extension.display(),
  requirements: (plan) =>
    plan.extension.requirements?.() ?? plan.inputs.map(() => ({ distribution: { kind: 'unspecified' }, ordering: [] })),
};
