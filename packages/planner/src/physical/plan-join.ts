import {
  type ExecutionPlan,
  formatExpr,
  type JoinFilter,
  type JoinFilterColumn,
  type JoinOn,
  type JoinPlan,
  joinOutput,
  joinSchemas,
  type NamedExpr,
  NotYetSupportedError,
  type PhysicalExpr,
  planSchema,
  type SortOptions,
  schemaOf,
  transformPhysicalExpr,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr } from './create-physical-expr.js';
import { columnAt, columnOf, pickColumns } from './swap-join.js';

/** Keys of sort-merge joins are sorted as windows sort their partition keys, so that one sort can serve both. */
const keyOrder: SortOptions = { asc: true, nullsFirst: false };

/**
 * The operator for a join. With keys a sort-merge join, or a hash join when `prefer_hash_join` is set or NOT IN semantics
 * are asked for; without keys every pair is looked at. `join_selection` decides later which side is built.
 */
export function planJoin(
  plan: JoinPlan,
  left: ExecutionPlan,
  right: ExecutionPlan,
  ctx: PlanningContext,
): ExecutionPlan {
  const leftKeys = keyColumns(left, plan, 'left', ctx);
  const rightKeys = keyColumns(right, plan, 'right', ctx);
  const on: JoinOn[] = plan.on.map((_key, index) => ({
    left: leftKeys.columns[index]!,
    right: rightKeys.columns[index]!,
  }));
  const filter = planFilter(plan, leftKeys.input, rightKeys.input, ctx);
  const join = chooseJoin(plan, leftKeys.input, rightKeys.input, on, filter, ctx);
  const leftWidth = planSchema(left).fields.length;
  const rightWidth = planSchema(right).fields.length;
  const leftExtra = planSchema(leftKeys.input).fields.length - leftWidth;
  const rightExtra = planSchema(rightKeys.input).fields.length - rightWidth;
  if (leftExtra === 0 && rightExtra === 0) return join;
  // Computed keys were added at the end of each side; what comes out is what the sides had before.
  const output = joinOutput(plan.joinType);
  const count = planSchema(join).fields.length;
  const dropped = (index: number): boolean => {
    const inLeft = output.left && index < leftWidth + leftExtra;
    if (inLeft) return index >= leftWidth;
    const inRight = index - (output.left ? leftWidth + leftExtra : 0);
    return output.right && inRight >= rightWidth && inRight < rightWidth + rightExtra;
  };
  return pickColumns(
    join,
    Array.from({ length: count }, (_, index) => index).filter((index) => !dropped(index)),
  );
}

/** The keys of one side as columns; those that are computed are added to it by a projection. */
function keyColumns(
  input: ExecutionPlan,
  plan: JoinPlan,
  side: 'left' | 'right',
  ctx: PlanningContext,
): { readonly input: ExecutionPlan; readonly columns: readonly PhysicalExpr[] } {
  const context = { schema: schemaOf(plan[side]), functions: ctx.functions };
  const schema = planSchema(input);
  const keys = plan.on.map((key) => ({ logical: key[side], expr: createPhysicalExpr(key[side], context) }));
  const computed: NamedExpr[] = [];
  const columns = keys.map(({ logical, expr }) => {
    if (expr.kind === 'Column') return expr;
    const name = `join_key(${formatExpr(logical)})`;
    const known = computed.findIndex((one) => one.name === name);
    if (known >= 0) return columnAt(name, schema.fields.length + known);
    computed.push({ expr, name });
    return columnAt(name, schema.fields.length + computed.length - 1);
  });
  if (computed.length === 0) return { input, columns };
  const own = schema.fields.map((field, index) => ({ expr: columnOf(schema, index), name: field.name }));
  return { input: { kind: 'ProjectionExec', exprs: [...own, ...computed], input }, columns };
}

/** The rest of the condition, over just the columns it reads. */
function planFilter(
  plan: JoinPlan,
  left: ExecutionPlan,
  right: ExecutionPlan,
  ctx: PlanningContext,
): JoinFilter | undefined {
  if (plan.filter === undefined) return undefined;
  const leftSchema = schemaOf(plan.left);
  const both = joinSchemas(leftSchema, schemaOf(plan.right));
  const expr = createPhysicalExpr(plan.filter, { schema: both, functions: ctx.functions });
  const leftWidth = leftSchema.fields.length;
  const columns: JoinFilterColumn[] = [];
  const positions = new Map<number, number>();
  const compact = transformPhysicalExpr(expr, (part) => {
    if (part.kind !== 'Column') return part;
    let position = positions.get(part.index);
    if (position === undefined) {
      position = columns.length;
      positions.set(part.index, position);
      columns.push(
        part.index < leftWidth ? { side: 'left', index: part.index } : { side: 'right', index: part.index - leftWidth },
      );
    }
    return columnAt(part.name, position);
  });
  const fields = columns.map(({ side, index }) => planSchema(side === 'left' ? left : right).fields[index]!);
  return { expr: compact, columns, schema: { fields } };
}

function chooseJoin(
  plan: JoinPlan,
  left: ExecutionPlan,
  right: ExecutionPlan,
  on: readonly JoinOn[],
  filter: JoinFilter | undefined,
  ctx: PlanningContext,
): ExecutionPlan {
  const { joinType, nullEquality, nullAware } = plan;
  const condition = filter === undefined ? {} : { filter };
  if (on.length === 0) {
    if (nullAware) throw new NotYetSupportedError('NOT IN whose condition is not an equality of values');
    return filter === undefined && joinType === 'inner'
      ? { kind: 'CrossJoinExec', left, right }
      : { kind: 'NestedLoopJoinExec', left, right, joinType, ...condition };
  }
  if (nullAware || ctx.config.get('datafusion.optimizer.prefer_hash_join')) {
    return {
      kind: 'HashJoinExec',
      left,
      right,
      on,
      ...condition,
      joinType,
      partitionMode: nullAware ? 'collectLeft' : 'auto',
      nullEquality,
      nullAware,
    };
  }
  const sortOptions = on.map(() => keyOrder);
  return { kind: 'SortMergeJoinExec', left, right, on, ...condition, joinType, sortOptions, nullEquality, nullAware };
}
