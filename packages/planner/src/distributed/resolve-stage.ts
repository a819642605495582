import {
  type ExecutionPlan,
  InternalError,
  type PartitionLocation,
  type ShuffleReaderExec,
  transformPlanUp,
  type UnresolvedShuffleExec,
} from '@ballista-ts/core';

/** Per stage and output partition, where the pieces are. Trailing empty partitions may be missing. */
export type StageLocations = ReadonlyMap<number, readonly (readonly PartitionLocation[])[]>;

/**
 * The stage's plan with its inputs filled in: an unresolved shuffle becomes a reader. A plain reader has as many partitions
 * as the shuffle, a broadcast reader one with everything in it, a coalesced one a partition per group.
 *
 * @throws InternalError when the locations of an input are missing.
 */
export const resolveStage = <P extends ExecutionPlan>(plan: P, locations: StageLocations): P =>
  transformPlanUp(plan, (node) => (node.kind === 'UnresolvedShuffleExec' ? resolve(node, locations) : node)) as P;

function resolve(node: UnresolvedShuffleExec, all: StageLocations): ShuffleReaderExec {
  const locations = all.get(node.stageId);
  if (locations === undefined) {
    throw new InternalError(
      `cannot resolve a reader of stage ${node.stageId}: its output is not known (known: ${[...all.keys()].join(', ') || 'none'})`,
    );
  }
  if (locations.length > node.upstreamPartitionCount) {
    throw new InternalError(
      `stage ${node.stageId} wrote ${locations.length} partitions, its reader expects ${node.upstreamPartitionCount}`,
    );
  }
  const upstream = Array.from({ length: node.upstreamPartitionCount }, (_, index) => locations[index] ?? []);
  const partitions = node.broadcast
    ? [upstream.flat()]
    : node.coalesce === undefined
      ? upstream
      : node.coalesce.groups.map((group) => group.flatMap((index) => upstream[index] ?? []));
  const { kind: _kind, ...rest } = node;
  return { ...rest, kind: 'ShuffleReaderExec', partitions };
}

/** Undoes `resolveStage`: the readers wait for their stages again, with all they were told at planning time. */
export const rollbackStage = <P extends ExecutionPlan>(plan: P): P =>
  transformPlanUp(plan, (node) => {
    if (node.kind !== 'ShuffleReaderExec') return node;
    const { kind: _kind, partitions: _partitions, ...rest } = node;
    return { ...rest, kind: 'UnresolvedShuffleExec' } satisfies UnresolvedShuffleExec;
  }) as P;
