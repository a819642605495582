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
import type { PhysicalSortExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';

/** Order of one key pair on both inputs. */
export interface SortOptions {
  readonly asc: boolean;
  readonly nullsFirst: boolean;
}

/** Merges two inputs that are sorted by their keys. */
export interface SortMergeJoinExec {
  readonly kind: 'SortMergeJoinExec';
  readonly left: ExecutionPlan;
  readonly right: ExecutionPlan;
  readonly on: readonly JoinOn[];
  readonly filter?: JoinFilter;
  readonly joinType: JoinType;
  /** One per pair in `on`. */
  readonly sortOptions: readonly SortOptions[];
  readonly nullEquality: NullEquality;
  /** NOT IN semantics of an anti join; such a join runs in a single partition. */
  readonly nullAware: boolean;
}

export const sortMergeJoinExec: PlanNodeDefinition<SortMergeJoinExec> = {
  kind: 'SortMergeJoinExec',
  children: (plan) => [plan.left, plan.right],
  withChildren: (plan, [left, right]) => ({ ...plan, left: left!, right: right! }),
  properties: (plan, [left, right]) => {
    const schema = joinSchema(left!.schema, right!.schema, plan.joinType);
    const output = joinOutput(plan.joinType);
    if (output.left && !output.leftNullable && left!.partitioning.kind === 'hash') {
      const sources = schema.fields.map((_one, index) => (index < left!.schema.fields.length ? index : -1));
      return projectProperties({ ...left!, ordering: [] }, schema, sources);
    }
    if (output.right && !output.rightNullable && right!.partitioning.kind === 'hash') {
      const offset = output.left ? left!.schema.fields.length : 0;
      const sources = schema.fields.map((_one, index) =>
        index >= offset && index < offset + right!.schema.fields.length ? index - offset : -1,
      );
      return projectProperties({ ...right!, ordering: [] }, schema, sources);
    }
    return { schema, partitioning: unknownPartitioning(left!.partitioning.partitionCount), ordering: [] };
  },
  statistics: (plan, [left, right]) => joinStatistics(left!, right!, plan.on, plan.joinType),
  display: (plan) =>
    `SortMergeJoinExec: join_type=${formatJoinType(plan.joinType)}, on=${formatJoinOn(plan.on)}${formatJoinFilter(plan.filter)}${
      plan.nullEquality === 'nullEqualsNull' ? ', NullsEqual: true' : ''
    }${plan.nullAware ? ', null_aware' : ''}`,
  requirements: (plan) => {
    const order = (side: 'left' | 'right'): readonly PhysicalSortExpr[] =>
      plan.on.map((pair, index) => ({ expr: pair[side], ...plan.sortOptions[index]! }));
    if (plan.nullAware) {
      return [
        { distribution: { kind: 'singlePartition' }, ordering: order('left') },
        { distribution: { kind: 'singlePartition' }, ordering: order('right') },
      ];
    }
    return [
      { distribution: { kind: 'hash', exprs: plan.on.map((one) => one.left) }, ordering: order('left') },
      { distribution: { kind: 'hash', exprs: plan.on.map((one) => one.right) }, ordering: order('right') },
    ];
  },
};
