import { projectSchema } from '../../types/field.js';
import { formatJoinType, type JoinType, joinOutput, type NullEquality } from '../join-type.js';
import type { ExecutionPlan } from './execution-plan.js';
import {
  formatJoinFilter,
  formatJoinOn,
  type JoinFilter,
  type JoinOn,
  joinSchema,
  joinStatistics,
} from './join-common.js';
import { unknownPartitioning } from './partitioning.js';
import { anyInput, type PlanNodeDefinition, type PlanProperties, singleInput } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';
import { projectStatistics } from './statistics-rules.js';

/** `collectLeft`: the whole left side is built once and every partition of the right side probes it. */
export const joinPartitionModes = ['collectLeft', 'partitioned', 'auto'] as const;
export type JoinPartitionMode = (typeof joinPartitionModes)[number];

/** Builds a hash table of the left input and probes it with the right one. */
export interface HashJoinExec {
  readonly kind: 'HashJoinExec';
  readonly left: ExecutionPlan;
  readonly right: ExecutionPlan;
  readonly on: readonly JoinOn[];
  readonly filter?: JoinFilter;
  readonly joinType: JoinType;
  readonly partitionMode: JoinPartitionMode;
  /** Positions in the join's own columns that come out; absent: all. */
  readonly projection?: readonly number[];
  readonly nullEquality: NullEquality;
  /** NOT IN semantics of an anti join: a NULL anywhere on the build side means no row qualifies. */
  readonly nullAware: boolean;
}

/** Partitions are those of the probe side; equal keys must meet in one partition unless the build side is collected. */
export const hashJoinExec: PlanNodeDefinition<HashJoinExec> = {
  kind: 'HashJoinExec',
  children: (plan) => [plan.left, plan.right],
  withChildren: (plan, [left, right]) => ({ ...plan, left: left!, right: right! }),
  properties: (plan, [left, right]) => {
    const own = joinProperties(plan, left!, right!);
    return plan.projection === undefined
      ? own
      : projectProperties(own, projectSchema(own.schema, plan.projection), plan.projection);
  },
  statistics: (plan, [left, right]) => {
    const own = joinStatistics(left!, right!, plan.on, plan.joinType);
    return plan.projection === undefined ? own : projectStatistics(own, plan.projection);
  },
  display: (plan) =>
    `HashJoinExec: mode=${plan.partitionMode[0]!.toUpperCase()}${plan.partitionMode.slice(1)}, join_type=${formatJoinType(plan.joinType)}, on=${formatJoinOn(
      plan.on,
    )}${formatJoinFilter(plan.filter)}${plan.projection === undefined ? '' : `, projection=[${plan.projection.join(', ')}]`}${
      plan.nullEquality === 'nullEqualsNull' ? ', NullsEqual: true' : ''
    }${plan.nullAware ? ', null_aware' : ''}`,
  requirements: (plan) =>
    plan.partitionMode === 'collectLeft'
      ? [singleInput, plan.nullAware ? singleInput : anyInput]
      : [
          { distribution: { kind: 'hash', exprs: plan.on.map((one) => one.left) }, ordering: [] },
          { distribution: { kind: 'hash', exprs: plan.on.map((one) => one.right) }, ordering: [] },
        ],
};

function joinProperties(plan: HashJoinExec, left: PlanProperties, right: PlanProperties): PlanProperties {
  const schema = joinSchema(left.schema, right.schema, plan.joinType);
  const output = joinOutput(plan.joinType);
  const count = right.partitioning.partitionCount;
  // The probe side's hash partitioning survives where its columns survive un-NULLed; the offset is the left width.
  if (output.right && !output.rightNullable && right.partitioning.kind === 'hash') {
    const offset = output.left ? left.schema.fields.length : 0;
    const sources = schema.fields.map((_one, index) =>
      index >= offset && index < offset + right.schema.fields.length ? index - offset : -1,
    );
    return { ...projectProperties({ ...right, ordering: [] }, schema, sources) };
  }
  if (
    output.left &&
    !output.leftNullable &&
    plan.partitionMode !== 'collectLeft' &&
    left.partitioning.kind === 'hash'
  ) {
    const sources = schema.fields.map((_one, index) => (index < left.schema.fields.length ? index : -1));
    return { ...projectProperties({ ...left, ordering: [] }, schema, sources) };
  }
  return { schema, partitioning: unknownPartitioning(count), ordering: [] };
}
