import { type ExecutionPlan, planChildren, planPartitionCount } from '@ballista-ts/core';

/**
 * Whether a stage funnels its rows through one partition, so that a single task must own all of it: some node on the chain
 * of single inputs below the writer has exactly one output partition. A shuffle reader ends the chain, and so does a node
 * with several inputs.
 */
export function isCollapseStage(stagePlan: ExecutionPlan): boolean {
  let node: ExecutionPlan | undefined = stagePlan;
  if (node.kind === 'ShuffleWriterExec' || node.kind === 'SortShuffleWriterExec') node = node.input;
  while (node !== undefined) {
    if (planPartitionCount(node) === 1) return true;
    if (node.kind === 'ShuffleReaderExec' || node.kind === 'UnresolvedShuffleExec') return false;
    const children: readonly ExecutionPlan[] = planChildren(node);
    node = children.length === 1 ? children[0] : undefined;
  }
  return false;
}
