import {
  displayLogicalPlan,
  displayPlan,
  type ExecutionPlan,
  type ExplainExec,
  type LogicalPlan,
} from '@ballista-ts/core';
import type { Stage } from './distributed/stage.js';

/** One row of EXPLAIN. */
export type ExplainRow = ExplainExec['rows'][number];

/** What EXPLAIN shows of a query: the plans of each level as indented text. */
export const explainRows = (
  logical: LogicalPlan,
  physical: ExecutionPlan,
  stages: readonly Stage[] | undefined,
  options: { readonly logicalPlanOnly: boolean; readonly physicalPlanOnly: boolean },
): ExplainRow[] => [
  ...(options.physicalPlanOnly ? [] : [{ planType: 'logical_plan', plan: displayLogicalPlan(logical) }]),
  ...(options.logicalPlanOnly ? [] : [{ planType: 'physical_plan', plan: displayPlan(physical) }]),
  ...(options.logicalPlanOnly || stages === undefined
    ? []
    : [{ planType: 'distributed_plan', plan: displayStages(stages) }]),
];

/** Every stage with its plan, in the order of their ids. */
export const displayStages = (stages: readonly Stage[]): string =>
  stages
    .map((stage) => {
      const partitions = stage.partitionCount === 1 ? '1 partition' : `${stage.partitionCount} partitions`;
      const reads = stage.inputs.length === 0 ? '' : `, reads ${stage.inputs.join(', ')}`;
      return `Stage ${stage.stageId} (${partitions}${stage.collapse ? ', one task' : ''}${reads}):\n${displayPlan(stage.plan)}`;
    })
    .join('\n\n');
