import type { Field } from '../../types/field.js';
import { absent, combine, type Statistics, unknownColumn } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition, PlanProperties } from './plan-node-definition.js';

/** The partitions of all inputs, one after another. */
export interface UnionExec {
  readonly kind: 'UnionExec';
  readonly inputs: readonly ExecutionPlan[];
}
/** Inputs that are hash partitioned alike: output partition `i` is partition `i` of each input. */
export interface InterleaveExec {
  readonly kind: 'InterleaveExec';
  readonly inputs: readonly ExecutionPlan[];
}

export const unionExec: PlanNodeDefinition<UnionExec> = {
  kind: 'UnionExec',
  children: (plan) => plan.inputs,
  withChildren: (plan, inputs) => ({ ...plan, inputs }),
  properties: (_plan, inputs) => ({
    schema: { fields: unionFields(inputs) },
    partitioning: unknownPartitioning(inputs.reduce((sum, one) => sum + one.partitioning.partitionCount, 0)),
    ordering: [],
  }),
  statistics: (_plan, inputs) => unionStatistics(inputs),
  display: () => 'UnionExec',
};

export const interleaveExec: PlanNodeDefinition<InterleaveExec> = {
  kind: 'InterleaveExec',
  children: (plan) => plan.inputs,
  withChildren: (plan, inputs) => ({ ...plan, inputs }),
  properties: (_plan, inputs) => ({
    schema: { fields: unionFields(inputs) },
    partitioning: inputs[0]!.partitioning,
    ordering: [],
  }),
  statistics: (_plan, inputs) => unionStatistics(inputs),
  display: () => 'InterleaveExec',
};

/** Names of the first input; a column is nullable where any input's is. */
const unionFields = (inputs: readonly PlanProperties[]): Field[] =>
  (inputs[0]?.schema.fields ?? []).map((one, index) => ({
    ...one,
    nullable: inputs.some((input) => input.schema.fields[index]?.nullable ?? true),
  }));

function unionStatistics(inputs: readonly Statistics[]): Statistics {
  const add = (a: number, b: number): number => a + b;
  const [first, ...rest] = inputs;
  if (first === undefined) return { numRows: absent, totalByteSize: absent, columns: [] };
  return {
    numRows: rest.reduce((sum, one) => combine(sum, one.numRows, add), first.numRows),
    totalByteSize: rest.reduce((sum, one) => combine(sum, one.totalByteSize, add), first.totalByteSize),
    columns: first.columns.map((_one, index) => ({
      ...unknownColumn,
      nullCount: rest.reduce(
        (sum, one) => combine(sum, one.columns[index]?.nullCount ?? absent, add),
        first.columns[index]!.nullCount,
      ),
    })),
  };
}
