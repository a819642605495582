import { projectSchema } from '../../types/field.js';
import { formatJoinType, type JoinType } from '../join-type.js';
import { absent, inexact, known } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatJoinFilter, type JoinFilter, joinSchema, joinStatistics } from './join-common.js';
import { unknownPartitioning } from './partitioning.js';
import { anyInput, type PlanNodeDefinition, singleInput } from './plan-node-definition.js';
import { projectProperties } from './project-properties.js';
import { projectStatistics } from './statistics-rules.js';

/** Compares each pair of rows. The left side is collected; the right side streams. */
export interface NestedLoopJoinExec {
  readonly kind: 'NestedLoopJoinExec';
  readonly left: ExecutionPlan;
  readonly right: ExecutionPlan;
  readonly filter?: JoinFilter;
  readonly joinType: JoinType;
  /** Positions in the join's own columns that come out; absent: all. */
  readonly projection?: readonly number[];
}

/** Whether unmatched rows of the collected side come out, which only one task that saw every probe row can decide. */
const emitsUnmatchedLeft = (type: JoinType): boolean =>
  type === 'left' || type === 'full' || type === 'leftSemi' || type === 'leftAnti' || type === 'leftMark';

export const nestedLoopJoinExec: PlanNodeDefinition<NestedLoopJoinExec> = {
  kind: 'NestedLoopJoinExec',
  children: (plan) => [plan.left, plan.right],
  withChildren: (plan, [left, right]) => ({ ...plan, left: left!, right: right! }),
  properties: (plan, [left, right]) => {
    const own = {
      schema: joinSchema(left!.schema, right!.schema, plan.joinType),
      partitioning: unknownPartitioning(right!.partitioning.partitionCount),
      ordering: [],
    };
    return plan.projection === undefined
      ? own
      : projectProperties(own, projectSchema(own.schema, plan.projection), plan.projection);
  },
  statistics: (plan, [left, right]) => {
    const own = joinStatistics(left!, right!, [], plan.joinType);
    const rows = known(own.numRows);
    // A condition of unknown kind: a fifth of the pairs, as DataFusion assumes for filters.
    const filtered =
      plan.filter === undefined || rows === undefined
        ? own
        : { ...own, numRows: inexact(Math.ceil(rows * 0.2)), totalByteSize: absent };
    return plan.projection === undefined ? filtered : projectStatistics(filtered, plan.projection);
  },
  display: (plan) =>
    `NestedLoopJoinExec: join_type=${formatJoinType(plan.joinType)}${formatJoinFilter(plan.filter)}${
      plan.projection === undefined ? '' : `, projection=[${plan.projection.join(', ')}]`
    }`,
  requirements: (plan) => [singleInput, emitsUnmatchedLeft(plan.joinType) ? singleInput : anyInput],
};
