import {
  displayLogicalPlan,
  displayNode,
  type ExecutionPlan,
  type ExplainExec,
  type ExplainFormat,
  formatDataType,
  type LogicalPlan,
  NotYetSupportedError,
  planChildren,
  planSchema,
  planStatistics,
} from '@ballista-ts/core';
import type { Stage } from '../distributed/stage.js';
import { displayStatistics } from './display-statistics.js';
import { displayTree } from './display-tree.js';

/** One row of EXPLAIN. */
export type ExplainRow = ExplainExec['rows'][number];

export interface ExplainOptions {
  readonly format: ExplainFormat;
  readonly verbose: boolean;
  readonly showStatistics: boolean;
  readonly showSchema: boolean;
  readonly logicalPlanOnly: boolean;
  readonly physicalPlanOnly: boolean;
}

/** A query at each level, and how it got there. */
export interface ExplainedQuery {
  readonly logical: LogicalPlan;
  /** Rows of the logical rules that changed something; shown by VERBOSE. */
  readonly logicalSteps: readonly ExplainRow[];
  readonly physical: ExecutionPlan;
  readonly physicalSteps: readonly ExplainRow[];
  /** Absent outside Ballista. */
  readonly stages?: readonly Stage[];
}

/**
 * What EXPLAIN shows of a query: the plans of each level as indented text, or the operators as a drawing.
 *
 * @throws NotYetSupportedError for formats that nobody draws yet.
 */
export function explainRows(query: ExplainedQuery, options: ExplainOptions): ExplainRow[] {
  const { logical, physical, stages } = query;
  if (options.format === 'tree') return [{ planType: 'physical_plan', plan: displayTree(physical) }];
  if (options.format !== 'indent') throw new NotYetSupportedError(`EXPLAIN FORMAT ${options.format.toUpperCase()}`);
  const lines = (statistics: boolean, schema: boolean): string => displayDetailed(physical, statistics, schema);
  return [
    ...(options.verbose ? query.logicalSteps : []),
    ...(options.physicalPlanOnly ? [] : [{ planType: 'logical_plan', plan: displayLogicalPlan(logical) }]),
    ...(options.logicalPlanOnly
      ? []
      : [
          ...(options.verbose ? query.physicalSteps : []),
          { planType: 'physical_plan', plan: lines(options.showStatistics, options.showSchema) },
          ...(options.verbose ? [{ planType: 'physical_plan_with_stats', plan: lines(true, false) }] : []),
          ...(options.verbose ? [{ planType: 'physical_plan_with_schema', plan: lines(false, true) }] : []),
          ...(stages === undefined ? [] : [{ planType: 'distributed_plan', plan: displayStages(stages) }]),
        ]),
  ];
}

/** The plan as indented text, with what is known of each operator's rows or the columns they have. */
function displayDetailed(plan: ExecutionPlan, statistics: boolean, schema: boolean): string {
  const lines: string[] = [];
  const pending: [ExecutionPlan, number][] = [[plan, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    const details = [
      ...(statistics ? [`statistics=[${displayStatistics(planStatistics(node))}]`] : []),
      ...(schema ? [`schema=[${displaySchema(node)}]`] : []),
    ];
    lines.push(`${'  '.repeat(depth)}${[displayNode(node), ...details].join(', ')}`);
    for (const child of planChildren(node).toReversed()) pending.push([child, depth + 1]);
  }
  return lines.join('\n');
}

const displaySchema = (plan: ExecutionPlan): string =>
  planSchema(plan)
    .fields.map(({ name, type, nullable }) => `${name}:${formatDataType(type)}${nullable ? ';N' : ''}`)
    .join(', ');

/** Every stage with its plan, in the order of their ids. */
export const displayStages = (stages: readonly Stage[]): string =>
  stages
    .map((stage) => {
      const partitions = stage.partitionCount === 1 ? '1 partition' : `${stage.partitionCount} partitions`;
      const reads = stage.inputs.length === 0 ? '' : `, reads ${stage.inputs.join(', ')}`;
      return `Stage ${stage.stageId} (${partitions}${stage.collapse ? ', one task' : ''}${reads}):\n${displayDetailed(stage.plan, false, false)}`;
    })
    .join('\n\n');
