import {
  chooseTargetPartitions,
  type ExecutionPlan,
  type HashJoinExec,
  hashPartitioning,
  type JoinType,
  PlanError,
  planPartitionCount,
  type SessionConfig,
  swapJoinType,
  transformPlanDown,
} from '@ballista-ts/core';
import { swapHashJoin } from '../physical/swap-join.js';
import { sideSize } from './side-size.js';

/** Joins that never emit unmatched rows of the collected (left) side: every task may hold a copy of it. */
const broadcastTypes: ReadonlySet<JoinType> = new Set(['inner', 'right', 'rightSemi', 'rightAnti', 'rightMark']);

/** Whether each task of the right side may probe its own copy of the left side. */
export const canBroadcast = (type: JoinType): boolean => broadcastTypes.has(type);

/**
 * Decides which hash joins send their build side whole to every task: partitioned ones with a side strictly smaller than
 * `ballista.optimizer.broadcast_join_threshold_bytes` are promoted, and lose the hash repartitions of both inputs; collected
 * ones that are too large, of unknown size or unsafe are demoted. Sort-merge joins are left alone. The requirements of the
 * nodes above may be violated afterwards: run `ensureRequirements`.
 *
 * @throws PlanError when a null-aware anti join, which only a single task can answer, does not fit.
 */
export function planBroadcastJoins(plan: ExecutionPlan, config: SessionConfig): ExecutionPlan {
  const threshold = config.get('ballista.optimizer.broadcast_join_threshold_bytes');
  const targetPartitions = chooseTargetPartitions(config);
  return transformPlanDown(plan, (node) => {
    if (node.kind !== 'HashJoinExec') return node;
    if (node.nullAware) return checkNullAware(node, threshold);
    return node.partitionMode === 'collectLeft' ? demote(node, threshold, targetPartitions) : promote(node, threshold);
  });
}

function checkNullAware(join: HashJoinExec, threshold: number): ExecutionPlan {
  const size = sideSize(join.left);
  if (threshold === 0 || (size !== undefined && size >= threshold)) {
    throw new PlanError(
      `Null-aware anti join requires single-task execution, but its build side does not fit ballista.optimizer.broadcast_join_threshold_bytes (${threshold} bytes)`,
    );
  }
  return { ...join, partitionMode: 'collectLeft', right: coalesced(join.right) };
}

function demote(join: HashJoinExec, threshold: number, targetPartitions: number): ExecutionPlan {
  const size = sideSize(join.left);
  const fits = threshold !== 0 && size !== undefined && size < threshold;
  // A probe side of one partition is one task, which may collect whatever it likes.
  if (planPartitionCount(join.right) === 1 || (fits && canBroadcast(join.joinType))) return join;
  const repartitioned = (input: ExecutionPlan, side: 'left' | 'right'): ExecutionPlan => ({
    kind: 'RepartitionExec',
    partitioning: hashPartitioning(
      join.on.map((pair) => pair[side]),
      targetPartitions,
    ),
    preserveOrder: false,
    input: input.kind === 'CoalescePartitionsExec' ? input.input : input,
  });
  return {
    ...join,
    partitionMode: 'partitioned',
    left: repartitioned(join.left, 'left'),
    right: repartitioned(join.right, 'right'),
  };
}

function promote(join: HashJoinExec, threshold: number): ExecutionPlan {
  // One task does all of it already: a broadcast would only add a stage.
  if (planPartitionCount(join.left) === 1 && planPartitionCount(join.right) === 1) return join;
  const left = sideSize(join.left);
  const right = sideSize(join.right);
  const fits = (size: number | undefined): size is number => size !== undefined && size < threshold;
  const leftFits = fits(left) && canBroadcast(join.joinType);
  const rightFits = fits(right) && canBroadcast(swapJoinType(join.joinType));
  if (!leftFits && !rightFits) return join;
  const bare: HashJoinExec = {
    ...join,
    partitionMode: 'collectLeft',
    left: withoutRepartition(join.left),
    right: withoutRepartition(join.right),
  };
  // The smaller side is collected; the left one on a tie, which saves the swap.
  const collectRight = !leftFits || (rightFits && left! > right!);
  if (!collectRight) return { ...bare, left: coalesced(bare.left) };
  const swapped = swapHashJoin(bare);
  const inner = swapped.kind === 'ProjectionExec' ? (swapped.input as HashJoinExec) : (swapped as HashJoinExec);
  const collected: HashJoinExec = { ...inner, left: coalesced(inner.left) };
  return swapped.kind === 'ProjectionExec' ? { ...swapped, input: collected } : collected;
}

/** The shuffle that only served the partitioned join. */
const withoutRepartition = (plan: ExecutionPlan): ExecutionPlan =>
  plan.kind === 'RepartitionExec' && plan.partitioning.kind === 'hash' ? plan.input : plan;

const coalesced = (plan: ExecutionPlan): ExecutionPlan =>
  planPartitionCount(plan) === 1 ? plan : { kind: 'CoalescePartitionsExec', input: plan };
