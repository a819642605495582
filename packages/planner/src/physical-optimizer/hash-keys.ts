import {
  type AggregateExec,
  type ExecutionPlan,
  type JoinOn,
  type JoinType,
  joinOutput,
  type PhysicalExpr,
  planChildren,
  planSchema,
} from '@ballista-ts/core';

/**
 * How a plan's rows are spread by hash: per hashed key the output columns that all equal it. `[[0, 5], [2]]` says that rows
 * with equal values in columns 0 (or 5, which is the same) and 2 are in one partition. Undefined: not spread by hash of columns.
 *
 * This sees more than `planProperties` does: after `l join r on l.a = r.b` the rows are spread by `b` just as by `a`, also
 * when a projection keeps only one of them.
 */
export type HashKeys = readonly (readonly number[])[] | undefined;

const cache = new WeakMap<ExecutionPlan, { readonly keys: HashKeys }>();

/** The hash keys of a plan. Derived without recursion, once per node. */
export function hashKeys(plan: ExecutionPlan): HashKeys {
  const stack: ExecutionPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    const missing = cache.has(node) ? [] : planChildren(node).filter((child) => !cache.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    if (!cache.has(node)) {
      const inputs = planChildren(node).map((child) => cache.get(child)!.keys);
      cache.set(node, { keys: derive(node, inputs) });
    }
    stack.pop();
  }
  return cache.get(plan)!.keys;
}

function derive(node: ExecutionPlan, inputs: readonly HashKeys[]): HashKeys {
  switch (node.kind) {
    case 'RepartitionExec':
      return node.partitioning.kind === 'hash' ? columnKeys(node.partitioning.exprs) : undefined;
    case 'UnresolvedShuffleExec':
    case 'ShuffleReaderExec':
      return !node.broadcast && node.partitioning.kind === 'hash' ? columnKeys(node.partitioning.exprs) : undefined;
    case 'FilterExec':
      return node.projection === undefined ? inputs[0] : mapKeys(inputs[0], positions(node.projection));
    case 'SortExec':
      return node.preservePartitioning ? inputs[0] : undefined;
    case 'LocalLimitExec':
    case 'CoalesceBatchesExec':
    case 'WindowAggExec':
      return inputs[0];
    case 'ProjectionExec':
      return mapKeys(inputs[0], positions(node.exprs.map(({ expr }) => (expr.kind === 'Column' ? expr.index : -1))));
    case 'AggregateExec':
      return aggregateKeys(node, inputs[0]);
    case 'SortMergeJoinExec':
      return joinKeys(node.left, node.joinType, node.on, inputs);
    case 'HashJoinExec': {
      const keys =
        node.partitionMode === 'collectLeft'
          ? probeKeys(node.left, node.joinType, inputs[1])
          : joinKeys(node.left, node.joinType, node.on, inputs);
      return node.projection === undefined ? keys : mapKeys(keys, positions(node.projection));
    }
    case 'NestedLoopJoinExec': {
      const keys = probeKeys(node.left, node.joinType, inputs[1]);
      return node.projection === undefined ? keys : mapKeys(keys, positions(node.projection));
    }
    case 'CrossJoinExec':
      return probeKeys(node.left, 'inner', inputs[1]);
    case 'InterleaveExec': {
      const [first, ...rest] = inputs;
      return rest.reduce<HashKeys>((common, one) => intersect(common, one), first);
    }
    default:
      return undefined;
  }
}

const columnKeys = (exprs: readonly PhysicalExpr[]): HashKeys => {
  const keys = exprs.map((expr) => (expr.kind === 'Column' ? [expr.index] : []));
  return keys.length > 0 && keys.every((key) => key.length > 0) ? keys : undefined;
};

/** For each input column the output columns that repeat it. */
function positions(sources: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  sources.forEach((source, index) => {
    const list = found.get(source);
    if (list === undefined) found.set(source, [index]);
    else list.push(index);
  });
  return found;
}

/** Keys survive while each is left in at least one column. */
function mapKeys(keys: HashKeys, to: ReadonlyMap<number, readonly number[]>): HashKeys {
  const mapped = keys?.map((key) => key.flatMap((index) => to.get(index) ?? []));
  return mapped?.every((key) => key.length > 0) ? mapped : undefined;
}

function intersect(a: HashKeys, b: HashKeys): HashKeys {
  if (a === undefined || b === undefined || a.length !== b.length) return undefined;
  const common = a.map((key, index) => key.filter((column) => b[index]!.includes(column)));
  return common.every((key) => key.length > 0) ? common : undefined;
}

/** Groups stay where their rows were, in every mode, as long as the keys are grouped by. Grouping sets NULL keys, so they do not. */
function aggregateKeys(node: AggregateExec, input: HashKeys): HashKeys {
  if (node.groupBy.groupingSets !== undefined) return undefined;
  return mapKeys(input, positions(node.groupBy.exprs.map(({ expr }) => (expr.kind === 'Column' ? expr.index : -1))));
}

/** Both sides are spread alike by (some of) the join keys; each side's columns stay valid while that side is not NULLed. */
function joinKeys(
  left: ExecutionPlan,
  type: JoinType,
  on: readonly JoinOn[],
  [leftKeys, rightKeys]: readonly HashKeys[],
): HashKeys {
  if (leftKeys === undefined || rightKeys === undefined || leftKeys.length !== rightKeys.length) return undefined;
  const output = joinOutput(type);
  const offset = output.left ? planSchema(left).fields.length : 0;
  const fromLeft = output.left && !output.leftNullable;
  const fromRight = output.right && !output.rightNullable;
  if (!fromLeft && !fromRight) return undefined;
  const aligned = leftKeys.every((key, index) =>
    on.some(
      (pair) =>
        pair.left.kind === 'Column' &&
        pair.right.kind === 'Column' &&
        key.includes(pair.left.index) &&
        rightKeys[index]!.includes(pair.right.index),
    ),
  );
  if (!aligned) return undefined;
  return leftKeys.map((key, index) => [
    ...(fromLeft ? key : []),
    ...(fromRight ? rightKeys[index]!.map((column) => column + offset) : []),
  ]);
}

/** The left side is collected, so rows are where the right side's rows were. */
function probeKeys(left: ExecutionPlan, type: JoinType, keys: HashKeys): HashKeys {
  const output = joinOutput(type);
  if (!output.right || output.rightNullable) return undefined;
  const offset = output.left ? planSchema(left).fields.length : 0;
  return keys?.map((key) => key.map((column) => column + offset));
}
