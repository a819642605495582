import {
  columnsOf,
  type Expr,
  findColumn,
  fixedByteWidth,
  formatExpr,
  type LogicalPlan,
  logicalPlanShape,
  type ProjectionPlan,
  planExprs,
  schemaOf,
  type TableScanPlan,
  tableReferenceEquals,
  transformExpr,
  unalias,
  visitExpr,
} from '@ballista-ts/core';
import { aggregate, columnFor, keepName, projection, window, withFreshSchema } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { type Entered, rewriteWithContext } from '../../rewrite-with-context.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { columnPositions } from '../push-down/replace-columns.js';
import { holdsSubquery, isVolatile } from '../simplify/simplify-context.js';

/** Positions of the columns of a node that somebody above reads; `all` where every one, in order, must come out. */
type Needed = ReadonlySet<number> | 'all';

/**
 * Computes and reads only the columns that somebody needs: scans read fewer columns, unused aggregates, windows and
 * projections go, projections on projections become one, and what a join or filter leaves over is dropped before rows are
 * sorted, joined again or united. At least one column always stays.
 */
export const optimizeProjections: OptimizerRule = {
  name: 'optimize_projections',
  rewrite(plan, ctx) {
    const next = rewriteWithContext<LogicalPlan, Needed>(logicalPlanShape, plan, 'all', (node, needed) =>
      enter(node, needed, ctx),
    );
    const before = schemaOf(plan).fields;
    const after = schemaOf(next).fields;
    const same = before.length === after.length;
    const result = same ? next : projection(before.map(columnFor), next, ctx.functions);
    return result === plan ? unchanged(plan) : changed(result);
  },
};

type Step = Entered<LogicalPlan, Needed>;

function enter(plan: LogicalPlan, needed: Needed, ctx: PlanningContext): Step {
  // Plans inside expressions read columns of this node by outer references; they are joins by the time it matters.
  if (planExprs(plan).some(holdsSubquery)) return everything(plan);
  switch (plan.kind) {
    case 'Projection':
      return enterProjection(plan, needed, ctx);
    case 'TableScan':
      return { node: needed === 'all' ? plan : pruneScan(plan, needed) };
    case 'Filter':
    case 'Assert':
    case 'Repartition': {
      const inputs = [withColumns(needed, planExprs(plan), plan.input)];
      return { node: plan, contexts: inputs };
    }
    case 'Sort': {
      const input = withColumns(needed, planExprs(plan), plan.input);
      return { node: plan, contexts: [input], leave: (node) => dropLeftovers(node, plan, [input], ctx) };
    }
    case 'Limit':
      return { node: plan, contexts: [needed] };
    case 'SubqueryAlias':
      return { node: plan, contexts: [needed] };
    case 'Aggregate': {
      const keys = plan.schema.fields.length - plan.aggregates.length;
      const kept =
        needed === 'all' ? plan.aggregates : plan.aggregates.filter((_one, index) => needed.has(keys + index));
      // With neither keys nor aggregates there would be no column left to count the row by.
      const aggregates = kept.length === 0 && keys === 0 ? plan.aggregates.slice(0, 1) : kept;
      const node =
        aggregates.length === plan.aggregates.length
          ? plan
          : aggregate(plan.groupBy, aggregates, plan.input, ctx.functions);
      return { node, contexts: [withColumns(new Set(), planExprs(node), plan.input)], leave: fresh(ctx) };
    }
    case 'Window': {
      const width = schemaOf(plan.input).fields.length;
      const kept =
        needed === 'all' ? plan.windowExprs : plan.windowExprs.filter((_one, index) => needed.has(width + index));
      if (kept.length === 0) return enter(plan.input, needed, ctx);
      const node = kept.length === plan.windowExprs.length ? plan : window(kept, plan.input, ctx.functions);
      const own: Needed = needed === 'all' ? 'all' : new Set([...needed].filter((index) => index < width));
      const input = withColumns(own, kept, plan.input);
      return { node, contexts: [input], leave: (after) => fresh(ctx)(dropLeftovers(after, plan, [input], ctx)) };
    }
    case 'Join': {
      const inputs = joinNeeds(plan, needed);
      return { node: plan, contexts: inputs, leave: (node) => dropLeftovers(node, plan, inputs, ctx) };
    }
    case 'Union': {
      const list = needed === 'all' ? plan.schema.fields.map((_one, index) => index) : atLeastOne(needed, plan);
      const each: Needed = needed === 'all' ? 'all' : new Set(list);
      return {
        node: plan,
        contexts: plan.inputs.map(() => each),
        leave: (node) => exactColumns(node, plan, list, ctx),
      };
    }
    default:
      return everything(plan);
  }
}

const everything = (plan: LogicalPlan): Step => ({
  node: plan,
  contexts: logicalPlanShape.children(plan).map((): Needed => 'all'),
});

const fresh =
  (ctx: PlanningContext) =>
  (plan: LogicalPlan): LogicalPlan =>
    withFreshIfStale(plan, ctx);

/** The stored schema changes only with the columns of a window's input; rebuilding it every time would look like a change. */
function withFreshIfStale(plan: LogicalPlan, ctx: PlanningContext): LogicalPlan {
  if (plan.kind !== 'Window') return plan;
  return schemaOf(plan).fields.length === schemaOf(plan.input).fields.length + plan.windowExprs.length
    ? plan
    : withFreshSchema(plan, ctx.functions);
}

/** What the node above needs of the input's columns, and what the node's own expressions read. */
function withColumns(needed: Needed, exprs: readonly Expr[], input: LogicalPlan): Needed {
  if (needed === 'all') return 'all';
  const schema = schemaOf(input);
  const all = new Set(needed);
  for (const expr of exprs) for (const index of columnPositions(expr, schema) ?? []) all.add(index);
  return all;
}

/** Rows without columns are awkward to carry: one column stays, the narrowest. */
function atLeastOne(needed: ReadonlySet<number>, plan: LogicalPlan): number[] {
  const list = [...needed].sort((a, b) => a - b);
  if (list.length > 0) return list;
  const { fields } = schemaOf(plan);
  if (fields.length === 0) return [];
  const widths = fields.map(({ field }) => (field.type.kind === 'Boolean' ? 1 : (fixedByteWidth(field.type) ?? 1000)));
  return [widths.indexOf(Math.min(...widths))];
}

function pruneScan(plan: TableScanPlan, needed: ReadonlySet<number>): TableScanPlan {
  const width = schemaOf(plan).fields.length;
  const list = atLeastOne(needed, plan);
  if (list.length === width) return plan;
  return { ...plan, projection: list.map((index) => plan.projection?.[index] ?? index) };
}

function enterProjection(plan: ProjectionPlan, needed: Needed, ctx: PlanningContext): Step {
  const list = needed === 'all' ? undefined : atLeastOne(needed, plan);
  const pruned =
    list === undefined || list.length === plan.exprs.length
      ? plan
      : projection(
          list.map((index) => plan.exprs[index]!),
          plan.input,
          ctx.functions,
        );
  const merged = mergeProjections(pruned, ctx);
  if (isIdentity(merged)) return enter(merged.input, 'all' === needed ? 'all' : renumber(list!), ctx);
  return {
    node: merged,
    contexts: [withColumns(new Set(), merged.exprs, merged.input)],
    leave: (node) => (node.kind === 'Projection' && isIdentity(node) ? node.input : node),
  };
}

/** After pruning, the columns that were needed are all there are. */
const renumber = (list: readonly number[]): ReadonlySet<number> => new Set(list.map((_one, index) => index));

/** Whether a projection only hands on every column of its input under the name it has. */
function isIdentity(plan: ProjectionPlan): boolean {
  const input = schemaOf(plan.input).fields;
  return (
    plan.exprs.length === input.length &&
    plan.exprs.every((expr, index) => {
      const { field, qualifier } = input[index]!;
      if (expr.kind !== 'Column' || expr.name !== field.name) return false;
      if (findColumn(schemaOf(plan.input), expr.name, expr.relation) !== index) return false;
      const own = plan.schema.fields[index]!.qualifier;
      return own === undefined || qualifier === undefined ? own === qualifier : tableReferenceEquals(own, qualifier);
    })
  );
}

/** A projection on a projection as one, unless something costly would be computed several times. */
function mergeProjections(plan: ProjectionPlan, ctx: PlanningContext): ProjectionPlan {
  let outer = plan;
  while (outer.input.kind === 'Projection') {
    const inner: ProjectionPlan = outer.input;
    const schema = schemaOf(inner);
    const uses = new Map<number, number>();
    for (const expr of outer.exprs) {
      visitExpr(expr, (part) => {
        if (part.kind !== 'Column') return;
        const index = findColumn(schema, part.name, part.relation);
        if (index !== undefined) uses.set(index, (uses.get(index) ?? 0) + 1);
      });
    }
    const sources = inner.exprs.map(unalias);
    const mergeable = [...uses].every(([index, count]) => {
      const source = sources[index]!;
      if (source.kind === 'Column' || source.kind === 'Literal') return true;
      return count === 1 && !isVolatile(source, ctx.functions) && !holdsSubquery(source);
    });
    if (!mergeable || outer.exprs.some(holdsSubquery)) return outer;
    const exprs = outer.exprs.map((expr) =>
      keepName(
        expr,
        transformExpr(expr, (part) => {
          if (part.kind !== 'Column') return part;
          const index = findColumn(schema, part.name, part.relation);
          return index === undefined ? part : sources[index]!;
        }),
      ),
    );
    outer = projection(exprs, inner.input, ctx.functions);
  }
  return outer;
}

function joinNeeds(plan: Extract<LogicalPlan, { kind: 'Join' }>, needed: Needed): Needed[] {
  const left = schemaOf(plan.left);
  const right = schemaOf(plan.right);
  const output = schemaOf(plan).fields.length;
  const leftOut = plan.joinType.startsWith('right') && plan.joinType !== 'right' ? 0 : left.fields.length;
  const rightOut = plan.joinType.startsWith('left') && plan.joinType !== 'left' ? 0 : right.fields.length;
  const wanted = needed === 'all' ? Array.from({ length: output }, (_, index) => index) : [...needed];
  const ofLeft = new Set(wanted.filter((index) => index < leftOut));
  const ofRight = new Set(
    wanted.filter((index) => index >= leftOut && index < leftOut + rightOut).map((index) => index - leftOut),
  );
  for (const expr of planExprs(plan)) {
    for (const one of columnsOf(expr)) {
      const index = findColumn(left, one.name, one.relation);
      if (index !== undefined) ofLeft.add(index);
      else {
        const other = findColumn(right, one.name, one.relation);
        if (other !== undefined) ofRight.add(other);
      }
    }
  }
  return [ofLeft, ofRight];
}

/** Joins and filters hand on what only they needed; it is dropped before rows are moved or kept. */
function dropLeftovers(
  node: LogicalPlan,
  before: LogicalPlan,
  needs: readonly Needed[],
  ctx: PlanningContext,
): LogicalPlan {
  const old = logicalPlanShape.children(before);
  const children = logicalPlanShape.children(node).map((child, index) => {
    const needed = needs[index]!;
    if (needed === 'all' || (child.kind !== 'Join' && child.kind !== 'Filter')) return child;
    const own = schemaOf(child).fields;
    if (own.length <= Math.max(needed.size, 1)) return child;
    // Where nothing is needed but the rows themselves, any column of those that are left will do.
    const fields = needed.size === 0 ? own : schemaOf(old[index]!).fields;
    const list = needed.size === 0 ? atLeastOne(needed, child) : [...needed].sort((a, b) => a - b);
    return projection(
      list.map((position) => columnFor(fields[position]!)),
      child,
      ctx.functions,
    );
  });
  return children.every((child, index) => child === logicalPlanShape.children(node)[index])
    ? node
    : logicalPlanShape.withChildren(node, children);
}

/** The branches of a union give the very same columns. */
function exactColumns(
  node: LogicalPlan,
  before: Extract<LogicalPlan, { kind: 'Union' }>,
  list: readonly number[],
  ctx: PlanningContext,
): LogicalPlan {
  if (node.kind !== 'Union') return node;
  const inputs = node.inputs.map((input, index) => {
    const wanted = list.map((position) => columnFor(schemaOf(before.inputs[index]!).fields[position]!));
    const { fields } = schemaOf(input);
    const exact =
      fields.length === wanted.length &&
      wanted.every((one, at) => formatExpr(one) === formatExpr(columnFor(fields[at]!)));
    return exact ? input : projection(wanted, input, ctx.functions);
  });
  const sameInputs = inputs.every((input, index) => input === node.inputs[index]);
  if (sameInputs && list.length === node.schema.fields.length) return node;
  return withFreshSchema({ ...node, inputs }, ctx.functions);
}
