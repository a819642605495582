import { type ExecutionPlan, known, planPartitionCount, planStatistics, transformPlanUp } from '@ballista-ts/core';
import { swapHashJoin, swapNestedLoopJoin } from '../physical/swap-join.js';
import { answerFromStatistics } from '../physical-optimizer/rules/aggregate-statistics.js';

/**
 * What the real sizes of a stage's inputs tell once it is resolved: hash joins build the smaller side, and aggregates that the
 * row counts answer are not computed. Partitions stay as they are, and so do the columns of the stage's output.
 *
 * A collected side is only exchanged when the other side is one partition too: the number of tasks would change. Unknown sizes
 * change nothing.
 */
export const optimizeResolvedStage = <P extends ExecutionPlan>(plan: P): P =>
  transformPlanUp(plan, (node) => {
    switch (node.kind) {
      case 'HashJoinExec':
        if (node.nullAware || !isLarger(node.left, node.right)) return node;
        return node.partitionMode === 'partitioned' || areSingle(node) ? swapHashJoin(node) : node;
      case 'NestedLoopJoinExec':
        return isLarger(node.left, node.right) && areSingle(node) ? swapNestedLoopJoin(node) : node;
      case 'AggregateExec':
        return answerFromStatistics(node) ?? node;
      default:
        return node;
    }
  }) as P;

const areSingle = ({ left, right }: { readonly left: ExecutionPlan; readonly right: ExecutionPlan }): boolean =>
  planPartitionCount(left) === 1 && planPartitionCount(right) === 1;

function isLarger(left: ExecutionPlan, right: ExecutionPlan): boolean {
  const l = planStatistics(left);
  const r = planStatistics(right);
  for (const of of ['totalByteSize', 'numRows'] as const) {
    const [a, b] = [known(l[of]), known(r[of])];
    if (a !== undefined && b !== undefined) return a > b;
  }
  return false;
}
