import {
  type ExecutionPlan,
  executionPlanShape,
  InternalError,
  type MemoryScanExec,
  PlanError,
  planChildren,
  planPartitionCount,
  planRequirements,
  planSchema,
  type UnionExec,
} from '@ballista-ts/core';
import { type Entered, rewriteWithContext } from '../rewrite-with-context.js';

/** Partitions of a node that the task owns, in its order; `whole` below a point where all partitions are funnelled into one. */
type Owned = readonly number[] | 'whole';

/**
 * A stage's plan holding just the partitions that one task owns: local partition `i` is the i-th owned one. Leaves are
 * sliced; what feeds a single partition (below a coalesce, a merge, a collected join side) and broadcast readers stay whole.
 *
 * @throws InternalError for partitions that the stage does not have, or for a plan whose shuffles are not resolved.
 * @throws PlanError when a leaf of an application's own cannot be sliced.
 */
export function restrictPlan(plan: ExecutionPlan, partitions: readonly number[]): ExecutionPlan {
  const count = Math.max(planPartitionCount(plan), 1);
  const wrong = partitions.find((index) => !Number.isInteger(index) || index < 0 || index >= count);
  if (wrong !== undefined) throw new InternalError(`partition ${wrong} of a stage that has ${count}`);
  if (partitions.length === count && partitions.every((partition, index) => partition === index)) return plan;
  return rewriteWithContext<ExecutionPlan, Owned>(executionPlanShape, plan, partitions, restrict);
}

/** Whether a task that owns no partition of this plan can be made to do nothing at all. */
export function isSliceable(plan: ExecutionPlan): boolean {
  return planPartitionCount(rewriteWithContext<ExecutionPlan, Owned>(executionPlanShape, plan, [], restrict)) === 0;
}

function restrict(node: ExecutionPlan, owned: Owned): Entered<ExecutionPlan, Owned> {
  if (owned === 'whole') return { node };
  switch (node.kind) {
    case 'FileScanExec': {
      if (owned.length === 0) return { node: noPartitions(node) };
      return {
        node: { ...node, config: { ...node.config, fileGroups: pick(node.config.fileGroups, owned) } },
      };
    }
    case 'MemoryScanExec':
      return { node: { ...node, partitions: pick(node.partitions, owned) } };
    case 'ShuffleReaderExec': {
      if (node.broadcast) return { node };
      const coalesce = node.coalesce && { ...node.coalesce, groups: pick(node.coalesce.groups, owned) };
      return {
        node: { ...node, partitions: pick(node.partitions, owned), ...(coalesce !== undefined && { coalesce }) },
      };
    }
    case 'UnresolvedShuffleExec':
      if (node.broadcast) return { node };
      if (owned.length === 0) return { node: noPartitions(node) };
      throw new InternalError(`cannot take partitions of stage ${node.stageId}'s output before it is resolved`);
    case 'EmptyExec':
      return { node: { ...node, partitionCount: owned.length } };
    case 'PlaceholderRowExec':
    case 'ExplainExec':
      return { node: owned.length === 0 ? noPartitions(node) : node };
    case 'CoalescePartitionsExec':
    case 'SortPreservingMergeExec':
    case 'AnalyzeExec':
      return { node };
    case 'UnionExec':
      return { node, contexts: perBranch(node, owned) };
    case 'RepartitionExec':
      throw new InternalError('a stage holds a repartition; it should have been cut there');
    case 'ExtensionExec':
      if (node.inputs.length > 0) break;
      if (node.extension.slice !== undefined) {
        return { node: { ...node, extension: node.extension.slice(owned) } };
      }
      throw new PlanError(
        `the node ${node.extension.type} cannot run in a distributed query: give its extension a slice() that keeps only the partitions of one task`,
      );
    default:
  }
  const requirements = planRequirements(node);
  const contexts = planChildren(node).map(
    (_child, index): Owned => (requirements[index]!.distribution.kind === 'singlePartition' ? 'whole' : owned),
  );
  return { node, contexts };
}

const pick = <T>(of: readonly T[], owned: readonly number[]): T[] =>
  owned.map((index) => {
    const one = of[index];
    if (one === undefined) throw new InternalError(`partition ${index} of a source that has ${of.length}`);
    return one;
  });

/** A source with no partition: nobody asks it for rows. */
const noPartitions = (node: ExecutionPlan): MemoryScanExec => ({
  kind: 'MemoryScanExec',
  partitions: [],
  schema: planSchema(node),
});

/** Partition `g` of a union is partition `g - offset` of the branch it falls into. */
function perBranch(union: UnionExec, owned: readonly number[]): readonly number[][] {
  const lists: number[][] = union.inputs.map(() => []);
  const ends: number[] = [];
  let total = 0;
  for (const input of union.inputs) {
    total += planPartitionCount(input);
    ends.push(total);
  }
  for (const global of owned) {
    const branch = ends.findIndex((end) => global < end);
    if (branch < 0) throw new InternalError(`partition ${global} of a union that has ${total}`);
    lists[branch]!.push(global - (branch === 0 ? 0 : ends[branch - 1]!));
  }
  return lists;
}
