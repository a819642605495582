import {
  type ExecutionPlan,
  type HashJoinExec,
  type JoinFilter,
  type JoinType,
  joinOutput,
  joinSchema,
  type NestedLoopJoinExec,
  type PhysicalColumn,
  type PhysicalExpr,
  planSchema,
  type Schema,
  swapJoinType,
} from '@ballista-ts/core';

/**
 * The same hash join with its inputs exchanged: what was the probe side is built. Columns come out in the old order, by the
 * embedded projection when there is one, else by a projection above.
 */
export function swapHashJoin(join: HashJoinExec): ExecutionPlan {
  const { projection, ...rest } = join;
  const restored = restoredOrder(join.joinType, planSchema(join.left), planSchema(join.right));
  const swapped: HashJoinExec = {
    ...rest,
    left: join.right,
    right: join.left,
    on: join.on.map(({ left, right }) => ({ left: right, right: left })),
    ...(join.filter !== undefined && { filter: swapFilter(join.filter) }),
    joinType: swapJoinType(join.joinType),
  };
  return withOrder(swapped, restored, projection);
}

/** The same nested-loop join with its inputs exchanged. */
export function swapNestedLoopJoin(join: NestedLoopJoinExec): ExecutionPlan {
  const { projection, ...rest } = join;
  const restored = restoredOrder(join.joinType, planSchema(join.left), planSchema(join.right));
  const swapped: NestedLoopJoinExec = {
    ...rest,
    left: join.right,
    right: join.left,
    ...(join.filter !== undefined && { filter: swapFilter(join.filter) }),
    joinType: swapJoinType(join.joinType),
  };
  return withOrder(swapped, restored, projection);
}

const swapFilter = (filter: JoinFilter): JoinFilter => ({
  ...filter,
  columns: filter.columns.map(({ side, index }) => ({ side: side === 'left' ? 'right' : 'left', index })),
});

/** For each column of the original join its position in the swapped one; undefined when the order is the same anyway. */
function restoredOrder(type: JoinType, left: Schema, right: Schema): readonly number[] | undefined {
  const output = joinOutput(type);
  if (!output.left || !output.right) return undefined;
  const l = left.fields.length;
  const r = right.fields.length;
  return joinSchema(left, right, type).fields.map((_one, index) => (index < l ? r + index : index - l));
}

function withOrder<J extends HashJoinExec | NestedLoopJoinExec>(
  swapped: J,
  restored: readonly number[] | undefined,
  projection: readonly number[] | undefined,
): ExecutionPlan {
  if (projection !== undefined) {
    return { ...swapped, projection: projection.map((index) => restored?.[index] ?? index) };
  }
  return restored === undefined ? swapped : pickColumns(swapped, restored);
}

/** A projection of some columns of a plan, under their own names. */
export function pickColumns(input: ExecutionPlan, indices: readonly number[]): ExecutionPlan {
  const { fields } = planSchema(input);
  return {
    kind: 'ProjectionExec',
    exprs: indices.map((index) => ({ expr: columnAt(fields[index]!.name, index), name: fields[index]!.name })),
    input,
  };
}

export const columnAt = (name: string, index: number): PhysicalColumn => ({ kind: 'Column', name, index });

/** The column of `schema` at `index`, as an expression. */
export const columnOf = (schema: Schema, index: number): PhysicalExpr => columnAt(schema.fields[index]!.name, index);
