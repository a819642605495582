import {
  type AggregatePlan,
  alias,
  binary,
  type ColumnExpr,
  column,
  columnsOf,
  type Expr,
  findColumn,
  foldTree,
  formatExpr,
  type JoinPlan,
  type LogicalPlan,
  logicalPlanShape,
  matchingColumns,
  type ProjectionPlan,
  schemaOf,
  someExpr,
  splitConjunction,
  transformExpr,
  unalias,
} from '@ballista-ts/core';
import { aggregate, allColumns, filter, keepName, projection, window } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { planRefersOutside, refersOutside } from './outer-references.js';

/** A subquery's plan without references to the enclosing query, and the conditions that held them. */
export interface Pulled {
  readonly plan: LogicalPlan;
  /** Conditions over columns of `plan` and of the enclosing query; every column they read comes out of `plan`. */
  readonly predicates: readonly Expr[];
  /**
   * Set when an aggregate over everything became one per key: the value that each of its columns has for a key without rows,
   * by column name. The subquery gives a row for such keys too, the pulled plan does not.
   */
  readonly onEmpty?: ReadonlyMap<string, Expr>;
}

/**
 * How the rows of a subquery are used: whether there is one, whether one of them compares in some way (each row counts, but
 * not how often), or as a value.
 */
export type PullMode = 'exists' | 'rows' | 'value';

/**
 * Moves the conditions that refer to the enclosing query to the top of a subquery, where they can become the condition of a
 * join: through projections and aliases (which let the columns they read come out), joins that keep their rows, and
 * aggregates (which group by what is compared). Undefined when that would change what the subquery means, e.g. below a limit.
 */
export function pullUp(plan: LogicalPlan, mode: PullMode, ctx: PlanningContext): Pulled | undefined {
  return foldTree<LogicalPlan, Pulled | undefined>(logicalPlanShape, plan, (node, inputs) => {
    if (!planRefersOutside(node)) return { plan: node, predicates: [] };
    return inputs.every((input) => input !== undefined) ? pullNode(node, inputs, mode, ctx) : undefined;
  });
}

function pullNode(
  node: LogicalPlan,
  inputs: readonly Pulled[],
  mode: PullMode,
  ctx: PlanningContext,
): Pulled | undefined {
  const input = inputs[0]!;
  switch (node.kind) {
    case 'Filter': {
      // A condition above an aggregate over everything may turn its one row away, also for a key without rows.
      if (input.onEmpty !== undefined) return undefined;
      const terms = splitConjunction(node.predicate);
      if (terms.some((term) => refersOutside(term) && holdsUnresolved(term))) return undefined;
      return {
        plan: filter(
          terms.filter((term) => !refersOutside(term)),
          input.plan,
        ),
        predicates: [...input.predicates, ...terms.filter(refersOutside)],
      };
    }
    case 'Projection':
      return node.exprs.some(refersOutside) ? undefined : pullProjection(node, input, ctx);
    case 'SubqueryAlias': {
      const exposed = expose(input, ctx);
      return {
        ...exposed,
        plan: { ...node, input: exposed.plan },
        predicates: exposed.predicates.map((expr) =>
          transformExpr(expr, (part) => (part.kind === 'Column' ? column(part.name, node.alias) : part)),
        ),
      };
    }
    case 'Aggregate':
      return node.groupBy.some(refersOutside) || node.aggregates.some(refersOutside)
        ? undefined
        : pullAggregate(node, input, mode, ctx);
    case 'Window': {
      if (node.windowExprs.some(refersOutside) || input.onEmpty !== undefined) return undefined;
      const keys = equalityKeys(input.predicates);
      if (keys === undefined) return undefined;
      const exprs = node.windowExprs.map((expr) => {
        const call = unalias(expr);
        if (call.kind !== 'WindowFunction') return expr;
        const partitioned = { ...call, partitionBy: [...call.partitionBy, ...keys.map((key) => key.local)] };
        return keepName(expr, partitioned);
      });
      return { plan: window(exprs, input.plan, ctx.functions), predicates: input.predicates };
    }
    case 'Distinct':
      return mode !== 'value' || equalityKeys(input.predicates) !== undefined
        ? { ...input, plan: { ...node, input: input.plan } }
        : undefined;
    case 'Sort':
      return node.fetch === undefined && !node.exprs.some((key) => refersOutside(key.expr)) ? input : undefined;
    case 'Limit':
      // Whether there is a row does not change when all but some are dropped.
      return mode === 'exists' && node.skip === 0 && (node.fetch ?? 1) > 0 ? input : undefined;
    case 'Join':
      return pullJoin(node, inputs[0]!, inputs[1]!);
    default:
      return undefined;
  }
}

const holdsUnresolved = (expr: Expr): boolean => someExpr(expr, (part) => 'subquery' in part);

/** Lets the columns that the conditions read come out of a projection. */
function pullProjection(node: ProjectionPlan, input: Pulled, ctx: PlanningContext): Pulled {
  const exprs: Expr[] = [...node.exprs];
  const names = new Map<string, ColumnExpr>();
  const outputOf = (read: ColumnExpr): ColumnExpr => {
    const key = formatExpr(read);
    let output = names.get(key);
    if (output === undefined) {
      const name = ctx.aliases.next('__correlated');
      exprs.push(alias(read, name));
      output = column(name);
      names.set(key, output);
    }
    return output;
  };
  const predicates = input.predicates.map((expr) =>
    transformExpr(expr, (part) => (part.kind === 'Column' ? outputOf(part) : part)),
  );
  const plan = projection(exprs, input.plan, ctx.functions);
  if (input.onEmpty === undefined) return { plan, predicates };
  const onEmpty = new Map(
    node.exprs.map((expr, index) => [
      node.schema.fields[index]!.field.name,
      transformExpr(unalias(expr), (part) => (part.kind === 'Column' ? (input.onEmpty!.get(part.name) ?? part) : part)),
    ]),
  );
  return { plan, predicates, onEmpty };
}

/** The conditions, over columns whose bare names are unique in the plan; a projection makes them so where they are not. */
function expose(input: Pulled, ctx: PlanningContext): Pulled {
  const schema = schemaOf(input.plan);
  const clear = input.predicates.every((expr) =>
    columnsOf(expr).every((read) => matchingColumns(schema, read.name).length === 1),
  );
  if (clear) return input;
  const all = allColumns(input.plan);
  return pullProjection(projection(all, input.plan, ctx.functions), input, ctx);
}

/** One comparison of something of the subquery with something of the enclosing query. */
interface EqualityKey {
  readonly local: Expr;
  readonly outer: Expr;
  readonly op: 'Eq' | 'IsNotDistinctFrom';
}

/** The conditions as equalities of local and outer expressions; undefined when one is something else. */
export function equalityKeys(predicates: readonly Expr[]): readonly EqualityKey[] | undefined {
  const keys: EqualityKey[] = [];
  for (const expr of predicates) {
    if (expr.kind !== 'BinaryExpr' || (expr.op !== 'Eq' && expr.op !== 'IsNotDistinctFrom')) return undefined;
    const { left, op, right } = expr;
    if (!refersOutside(left) && isOuterOnly(right)) keys.push({ local: left, outer: right, op });
    else if (!refersOutside(right) && isOuterOnly(left)) keys.push({ local: right, outer: left, op });
    else return undefined;
  }
  return keys;
}

const isOuterOnly = (expr: Expr): boolean => columnsOf(expr).length === 0 && !holdsUnresolved(expr);

/** Groups by what is compared with the enclosing query, too. */
function pullAggregate(node: AggregatePlan, input: Pulled, mode: PullMode, ctx: PlanningContext): Pulled | undefined {
  if (input.onEmpty !== undefined) return undefined;
  const { predicates } = input;
  if (predicates.length === 0) return { plan: { ...node, input: input.plan }, predicates };
  if (node.groupBy.some((expr) => expr.kind === 'GroupingSet')) return undefined;
  const keys = equalityKeys(predicates);
  // Keys of an aggregate without functions only say which rows there are: any condition may be asked of them.
  const onlyDistinct = mode !== 'value' && node.aggregates.length === 0 && node.groupBy.length > 0;
  const locals = keys?.map((key) => key.local) ?? (onlyDistinct ? predicates.flatMap(columnsOf) : undefined);
  if (locals === undefined) return undefined;
  const groupBy: Expr[] = [...node.groupBy];
  const outputs = new Map<string, ColumnExpr>();
  const outputOf = (local: Expr): ColumnExpr => {
    const text = formatExpr(local);
    const known = outputs.get(text);
    if (known !== undefined) return known;
    const name = ctx.aliases.next('__correlated');
    groupBy.push(alias(local, name));
    const output = column(name);
    outputs.set(text, output);
    return output;
  };
  const rewritten =
    keys?.map((key) => binary(outputOf(key.local), key.op, key.outer)) ??
    predicates.map((expr) => transformExpr(expr, (part) => (part.kind === 'Column' ? outputOf(part) : part)));
  const plan = aggregate(groupBy, node.aggregates, input.plan, ctx.functions);
  if (node.groupBy.length > 0) return { plan, predicates: rewritten };
  const onEmpty = new Map<string, Expr>();
  for (const [index, expr] of node.aggregates.entries()) {
    const { field } = node.schema.fields[index]!;
    const value = valueOnEmpty(unalias(expr), field.type, ctx);
    if (value === undefined) return undefined;
    onEmpty.set(field.name, value);
  }
  return { plan, predicates: rewritten, onEmpty };
}

/** What an aggregate gives for no rows: counts give 0, everything that can be NULL gives NULL. */
function valueOnEmpty(
  call: Expr,
  type: Extract<Expr, { kind: 'Literal' }>['value']['type'],
  ctx: PlanningContext,
): Expr | undefined {
  if (call.kind !== 'AggregateFunction') return undefined;
  const name = ctx.functions.aggregate(call.name)?.name ?? call.name;
  if (name === 'count' || name === 'approx_distinct' || name === 'regr_count') {
    return { kind: 'Literal', value: { type, value: type.kind === 'Int64' || type.kind === 'UInt64' ? 0n : 0 } };
  }
  return { kind: 'Literal', value: { type, value: null } };
}

/** Conditions move out of a side whose rows the join keeps as they are. */
function pullJoin(node: JoinPlan, left: Pulled, right: Pulled): Pulled | undefined {
  if (left.onEmpty !== undefined || right.onEmpty !== undefined) return undefined;
  if (node.on.some((key) => refersOutside(key.left) || refersOutside(key.right))) return undefined;
  const terms = node.filter === undefined ? [] : splitConjunction(node.filter);
  const outside = terms.filter(refersOutside);
  const inner = node.joinType === 'inner';
  const keepsLeft =
    inner ||
    node.joinType === 'left' ||
    node.joinType === 'leftSemi' ||
    node.joinType === 'leftAnti' ||
    node.joinType === 'leftMark';
  const keepsRight =
    inner ||
    node.joinType === 'right' ||
    node.joinType === 'rightSemi' ||
    node.joinType === 'rightAnti' ||
    node.joinType === 'rightMark';
  if ((!inner && outside.length > 0) || outside.some(holdsUnresolved)) return undefined;
  if ((left.predicates.length > 0 && !keepsLeft) || (right.predicates.length > 0 && !keepsRight)) return undefined;
  const { filter: _filter, ...rest } = node;
  const local = terms.filter((term) => !refersOutside(term));
  const plan: JoinPlan = {
    ...rest,
    left: left.plan,
    right: right.plan,
    ...(local.length > 0 && { filter: local.reduce((a, b) => binary(a, 'And', b)) }),
  };
  const schema = schemaOf(plan);
  const predicates = [...left.predicates, ...right.predicates, ...outside];
  const visible = predicates.every((expr) =>
    columnsOf(expr).every((read) => findColumn(schema, read.name, read.relation) !== undefined),
  );
  return visible ? { plan, predicates } : undefined;
}
