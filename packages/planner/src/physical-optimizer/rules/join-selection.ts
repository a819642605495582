import {
  type ExecutionPlan,
  type HashJoinExec,
  known,
  planStatistics,
  type SessionConfig,
  type Statistics,
  swapJoinType,
} from '@ballista-ts/core';
import { canBroadcast } from '../../distributed/broadcast-joins.js';
import { swapHashJoin, swapNestedLoopJoin } from '../../physical/swap-join.js';
import { changed, unchanged } from '../../rule.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/**
 * Builds the smaller side. The left input of a hash join is built, that of a nested-loop or cross join collected, so the side
 * with fewer bytes (rows, when bytes are unknown) goes left; without statistics inputs stay where the query put them. A
 * build side under `hash_join_single_partition_threshold` is collected instead of partitioned, for join types that allow it.
 * Sort-merge joins have no build side.
 */
export const joinSelection: PhysicalOptimizerRule = {
  name: 'join_selection',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    const reorder = ctx.config.get('datafusion.optimizer.join_reordering');
    switch (plan.kind) {
      case 'HashJoinExec': {
        if (plan.nullAware || plan.partitionMode === 'collectLeft') return unchanged(plan);
        const next = selectHashJoin(plan, reorder, ctx.config);
        return next === plan ? unchanged(plan) : changed(next);
      }
      case 'NestedLoopJoinExec':
        return reorder && isLarger(plan.left, plan.right) ? changed(swapNestedLoopJoin(plan)) : unchanged(plan);
      case 'CrossJoinExec': {
        if (!reorder || !isLarger(plan.left, plan.right)) return unchanged(plan);
        const swapped = swapNestedLoopJoin({ ...plan, kind: 'NestedLoopJoinExec', joinType: 'inner' });
        if (swapped.kind !== 'ProjectionExec') return unchanged(plan);
        return changed({ ...swapped, input: { kind: 'CrossJoinExec', left: plan.right, right: plan.left } });
      }
      default:
        return unchanged(plan);
    }
  },
};

function isLarger(left: ExecutionPlan, right: ExecutionPlan): boolean {
  const l = planStatistics(left);
  const r = planStatistics(right);
  // One row at most is small, whatever is or is not known of the other side.
  const single = ({ numRows }: Statistics): boolean => numRows.kind === 'exact' && numRows.value <= 1;
  if (single(l) || single(r)) return !single(l);
  const bytes = [known(l.totalByteSize), known(r.totalByteSize)];
  if (bytes[0] !== undefined && bytes[1] !== undefined) return bytes[0] > bytes[1];
  const rows = [known(l.numRows), known(r.numRows)];
  return rows[0] !== undefined && rows[1] !== undefined && rows[0] > rows[1];
}

function selectHashJoin(join: HashJoinExec, reorder: boolean, config: SessionConfig): ExecutionPlan {
  const collect = (side: ExecutionPlan, type: HashJoinExec['joinType']): boolean =>
    canBroadcast(type) && isSmall(side, config);
  const larger = isLarger(join.left, join.right);
  if (reorder && larger && collect(join.right, swapJoinType(join.joinType))) {
    return swapHashJoin({ ...join, partitionMode: 'collectLeft' });
  }
  if (collect(join.left, join.joinType)) return { ...join, partitionMode: 'collectLeft' };
  if (reorder && collect(join.right, swapJoinType(join.joinType))) {
    return swapHashJoin({ ...join, partitionMode: 'collectLeft' });
  }
  const partitioned: HashJoinExec = { ...join, partitionMode: 'partitioned' };
  if (reorder && larger) return swapHashJoin(partitioned);
  return join.partitionMode === 'partitioned' ? join : partitioned;
}

/** Strictly below the byte limit; the row limit only counts where bytes are not known. */
function isSmall(plan: ExecutionPlan, config: SessionConfig): boolean {
  const statistics = planStatistics(plan);
  const bytes = known(statistics.totalByteSize);
  if (bytes !== undefined) {
    return bytes > 0 && bytes < config.get('datafusion.optimizer.hash_join_single_partition_threshold');
  }
  const rows = known(statistics.numRows);
  return (
    rows !== undefined &&
    rows > 0 &&
    rows < config.get('datafusion.optimizer.hash_join_single_partition_threshold_rows')
  );
}
