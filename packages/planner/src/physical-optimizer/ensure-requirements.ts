import {
  chooseTargetPartitions,
  type Distribution,
  type ExecutionPlan,
  formatPhysicalExpr,
  hashPartitioning,
  type InputRequirement,
  known,
  type PhysicalExpr,
  type PhysicalSortExpr,
  planChildren,
  planPartitionCount,
  planProperties,
  planRequirements,
  planStatistics,
  type SessionConfig,
  type SortExec,
  transformPlanUp,
  type UnionExec,
  withNewChildren,
} from '@ballista-ts/core';
import { hashKeys } from './hash-keys.js';

/**
 * Adds what the nodes of a plan ask of their inputs and do not get: hash repartitions, coalesces, merges and sorts. What is
 * there already is reused: rows spread by a part of the keys (or by columns equal to them) are not spread again, and both
 * sides of a join are spread alike. A plan whose requirements hold comes back as it is.
 */
export function ensureRequirements(plan: ExecutionPlan, config: SessionConfig): ExecutionPlan {
  const settings = readSettings(config);
  return transformPlanUp(plan, (node) => {
    if (node.kind === 'SortExec' && !node.preservePartitioning) return spreadSort(node, settings);
    if (node.kind === 'UnionExec') return interleave(node, settings);
    const requirements = planRequirements(node).map((one) => adjust(node, one, settings));
    const children = distribute(planChildren(node), requirements, settings).map((child, index) =>
      order(child, requirements[index]!.ordering),
    );
    return withNewChildren(node, children);
  });
}

interface Settings {
  readonly targetPartitions: number;
  readonly joins: boolean;
  readonly aggregations: boolean;
  readonly windows: boolean;
  readonly sorts: boolean;
  readonly keepUnions: boolean;
  /** With at least that many partitions, rows spread by a part of the keys will do. */
  readonly subsetThreshold: number;
}

const readSettings = (config: SessionConfig): Settings => ({
  targetPartitions: chooseTargetPartitions(config),
  joins: config.get('datafusion.optimizer.repartition_joins'),
  aggregations: config.get('datafusion.optimizer.repartition_aggregations'),
  windows: config.get('datafusion.optimizer.repartition_windows'),
  sorts: config.get('datafusion.optimizer.repartition_sorts'),
  keepUnions: config.get('datafusion.optimizer.prefer_existing_union'),
  subsetThreshold: config.get('datafusion.optimizer.subset_repartition_threshold'),
});

/** Where a user switched repartitioning off, everything in one partition fulfils the requirement as well. */
function adjust(node: ExecutionPlan, requirement: InputRequirement, settings: Settings): InputRequirement {
  if (requirement.distribution.kind !== 'hash') return requirement;
  const allowed =
    node.kind === 'WindowAggExec'
      ? settings.windows
      : node.kind === 'AggregateExec'
        ? settings.aggregations
        : node.kind === 'HashJoinExec' || node.kind === 'SortMergeJoinExec'
          ? settings.joins
          : true;
  return allowed && settings.targetPartitions > 1
    ? requirement
    : { ...requirement, distribution: { kind: 'singlePartition' } };
}

function distribute(
  children: readonly ExecutionPlan[],
  requirements: readonly InputRequirement[],
  settings: Settings,
): readonly ExecutionPlan[] {
  const [left, right] = requirements.map((one) => one.distribution);
  if (children.length === 2 && left?.kind === 'hash' && right?.kind === 'hash') {
    return align(children[0]!, left.exprs, children[1]!, right.exprs, settings);
  }
  return children.map((child, index) => {
    const { distribution, ordering } = requirements[index]!;
    if (distribution.kind === 'unspecified') return child;
    if (distribution.kind === 'singlePartition') return gather(child, ordering);
    return isSpreadBy(child, distribution, settings)
      ? child
      : repartition(child, distribution.exprs, settings.targetPartitions);
  });
}

/** All rows in one partition, merged when they must be in order. */
function gather(child: ExecutionPlan, ordering: readonly PhysicalSortExpr[]): ExecutionPlan {
  if (planPartitionCount(child) === 1) return child;
  return ordering.length === 0
    ? { kind: 'CoalescePartitionsExec', input: child }
    : { kind: 'SortPreservingMergeExec', exprs: ordering, input: order(child, ordering) };
}

/** Positions in `keys` of what the child is spread by, in its own order; undefined when it is spread by something else. */
function spreadPositions(child: ExecutionPlan, keys: readonly PhysicalExpr[]): readonly number[] | undefined {
  const spread = hashKeys(child);
  if (spread !== undefined) {
    const found = spread.map((columns) =>
      keys.findIndex((key) => key.kind === 'Column' && columns.includes(key.index)),
    );
    return found.includes(-1) ? undefined : found;
  }
  const { partitioning } = planProperties(child);
  if (partitioning.kind !== 'hash') return undefined;
  const texts = keys.map(formatPhysicalExpr);
  const found = partitioning.exprs.map((expr) => texts.indexOf(formatPhysicalExpr(expr)));
  return found.includes(-1) ? undefined : found;
}

const coversEnough = (positions: readonly number[], keyCount: number, count: number, settings: Settings): boolean =>
  new Set(positions).size === keyCount || (settings.subsetThreshold > 0 && count >= settings.subsetThreshold);

function isSpreadBy(
  child: ExecutionPlan,
  { exprs }: Extract<Distribution, { kind: 'hash' }>,
  settings: Settings,
): boolean {
  const count = planPartitionCount(child);
  if (count === 1) return true;
  const positions = spreadPositions(child, exprs);
  return positions !== undefined && coversEnough(positions, exprs.length, count, settings);
}

/** Spreads both sides of a join alike, moving the larger side only if there is no other way. */
function align(
  left: ExecutionPlan,
  leftKeys: readonly PhysicalExpr[],
  right: ExecutionPlan,
  rightKeys: readonly PhysicalExpr[],
  settings: Settings,
): readonly [ExecutionPlan, ExecutionPlan] {
  const leftCount = planPartitionCount(left);
  const rightCount = planPartitionCount(right);
  if (leftCount === 1 && rightCount === 1) return [left, right];
  const usable = (
    child: ExecutionPlan,
    keys: readonly PhysicalExpr[],
    count: number,
  ): readonly number[] | undefined => {
    const positions = count === 1 ? undefined : spreadPositions(child, keys);
    return positions !== undefined && coversEnough(positions, keys.length, count, settings) ? positions : undefined;
  };
  const leftAt = usable(left, leftKeys, leftCount);
  const rightAt = usable(right, rightKeys, rightCount);
  if (leftAt !== undefined && rightAt !== undefined && leftCount === rightCount && sameNumbers(leftAt, rightAt)) {
    return [left, right];
  }
  const keepLeft = leftAt !== undefined && (rightAt === undefined || rowsOf(left) >= rowsOf(right));
  if (keepLeft) {
    return [
      left,
      repartition(
        right,
        leftAt.map((index) => rightKeys[index]!),
        leftCount,
      ),
    ];
  }
  if (rightAt !== undefined) {
    return [
      repartition(
        left,
        rightAt.map((index) => leftKeys[index]!),
        rightCount,
      ),
      right,
    ];
  }
  return [
    repartition(left, leftKeys, settings.targetPartitions),
    repartition(right, rightKeys, settings.targetPartitions),
  ];
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);
const rowsOf = (plan: ExecutionPlan): number => known(planStatistics(plan).numRows) ?? Number.POSITIVE_INFINITY;

function repartition(child: ExecutionPlan, exprs: readonly PhysicalExpr[], count: number): ExecutionPlan {
  // A shuffle right above a shuffle: only the upper one counts.
  const input = child.kind === 'RepartitionExec' && !child.preserveOrder ? child.input : child;
  return { kind: 'RepartitionExec', partitioning: hashPartitioning(exprs, count), preserveOrder: false, input };
}

/** Whether rows in the order `has` are in the order `wanted` too. */
export function satisfiesOrder(has: readonly PhysicalSortExpr[], wanted: readonly PhysicalSortExpr[]): boolean {
  return wanted.every((key, index) => {
    const other = has[index];
    return (
      other !== undefined &&
      other.asc === key.asc &&
      other.nullsFirst === key.nullsFirst &&
      formatPhysicalExpr(other.expr) === formatPhysicalExpr(key.expr)
    );
  });
}

function order(child: ExecutionPlan, wanted: readonly PhysicalSortExpr[]): ExecutionPlan {
  if (wanted.length === 0 || satisfiesOrder(planProperties(child).ordering, wanted)) return child;
  // A sort without a limit right below only made another order, which nobody will see.
  const input =
    child.kind === 'SortExec' && child.fetch === undefined && child.preservePartitioning ? child.input : child;
  return { kind: 'SortExec', exprs: wanted, preservePartitioning: planPartitionCount(input) > 1, input };
}

/** A sort of the whole input becomes a sort of each partition and a merge; rows that are in order already are only merged. */
function spreadSort(sort: SortExec, settings: Settings): ExecutionPlan {
  const { input, exprs, fetch } = sort;
  const limited = fetch === undefined ? {} : { fetch };
  const inOrder = satisfiesOrder(planProperties(input).ordering, exprs);
  if (planPartitionCount(input) === 1) {
    if (!inOrder) return sort;
    return fetch === undefined ? input : { kind: 'GlobalLimitExec', skip: 0, fetch, input };
  }
  if (!settings.sorts) return { ...sort, input: { kind: 'CoalescePartitionsExec', input } };
  const sorted: ExecutionPlan = inOrder ? input : { ...sort, preservePartitioning: true };
  return { kind: 'SortPreservingMergeExec', exprs, ...limited, input: sorted };
}

/** A union of inputs that are hash partitioned alike keeps that partitioning when partition `i` takes partition `i` of each. */
function interleave(union: UnionExec, settings: Settings): ExecutionPlan {
  if (settings.keepUnions || union.inputs.length < 2) return union;
  const [first, ...rest] = union.inputs.map((input) => planProperties(input).partitioning);
  if (first?.kind !== 'hash' || first.partitionCount === 1) return union;
  const text = first.exprs.map((expr) => (expr.kind === 'Column' ? expr.index : formatPhysicalExpr(expr))).join();
  const alike = rest.every(
    (one) =>
      one.kind === 'hash' &&
      one.partitionCount === first.partitionCount &&
      one.exprs.map((expr) => (expr.kind === 'Column' ? expr.index : formatPhysicalExpr(expr))).join() === text,
  );
  return alike ? { kind: 'InterleaveExec', inputs: union.inputs } : union;
}
