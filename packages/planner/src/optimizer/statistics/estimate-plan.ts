import {
  type AggregatePlan,
  type DFSchema,
  type Expr,
  exprType,
  findColumn,
  type JoinPlan,
  joinOutput,
  type LogicalPlan,
  logicalChildren,
  qualifySchema,
  schemaOf,
  splitConjunction,
  tableSourceSchema,
  unalias,
} from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import { type ColumnEstimate, type Estimate, unknownEstimate, withRows } from './estimate.js';
import { joinRows, type KeyPair, keyChance } from './estimate-join.js';
import { estimateScan, widthOf } from './estimate-scan.js';
import { selectivity } from './selectivity.js';

const cache = new WeakMap<LogicalPlan, Estimate>();

/** How many rows a plan is believed to give. Once per node, without recursion; always a number, if need be a guess. */
export function estimatePlan(plan: LogicalPlan, ctx: PlanningContext): Estimate {
  const stack: LogicalPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    const missing = cache.has(node) ? [] : logicalChildren(node).filter((child) => !cache.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    if (!cache.has(node)) {
      cache.set(
        node,
        estimateNode(
          node,
          logicalChildren(node).map((child) => cache.get(child)!),
          ctx,
        ),
      );
    }
    stack.pop();
  }
  return cache.get(plan)!;
}

/** The share of rows kept by a condition of which nothing is known. */
const fallbackOf = (ctx: PlanningContext): number =>
  ctx.config.get('datafusion.optimizer.default_filter_selectivity') / 100;

function estimateNode(plan: LogicalPlan, inputs: readonly Estimate[], ctx: PlanningContext): Estimate {
  const input = inputs[0];
  switch (plan.kind) {
    case 'TableScan': {
      const all = estimateScan({ ...plan, filters: [] });
      const full = estimateScan(withoutProjection(plan));
      const schema = qualifySchema(tableSourceSchema(plan.source), plan.tableName);
      const share = selectivity(plan.filters.flatMap(splitConjunction), full, schema, fallbackOf(ctx));
      return limited(withRows(all, all.rows * share), 0, plan.fetch);
    }
    case 'Filter': {
      const terms = splitConjunction(plan.predicate).filter((term) => !isInScan(term, plan.input));
      return withRows(input!, input!.rows * selectivity(terms, input!, schemaOf(plan.input), fallbackOf(ctx)));
    }
    case 'Projection':
      return { rows: input!.rows, columns: plan.exprs.map((expr) => columnOf(expr, plan.input, input!, ctx)) };
    case 'SubqueryAlias':
    case 'Repartition':
    case 'Assert':
      return input!;
    case 'Sort':
      return limited(input!, 0, plan.fetch);
    case 'Limit':
      return limited(input!, plan.skip, plan.fetch);
    case 'Distinct':
      return withRows(input!, groups(input!.columns, input!.rows));
    case 'Aggregate':
      return estimateAggregate(plan, input!, ctx);
    case 'Window':
      return { rows: input!.rows, columns: [...input!.columns, ...plan.windowExprs.map(() => unknownEstimate(8))] };
    case 'Join':
      return estimateJoin(plan, inputs[0]!, inputs[1]!, ctx);
    case 'Union':
      return {
        rows: inputs.reduce((sum, one) => sum + one.rows, 0),
        columns: plan.schema.fields.map(({ field }) => unknownEstimate(widthOf(field.type))),
      };
    case 'Values':
      return fresh(plan, plan.rows.length);
    case 'EmptyRelation':
      return fresh(plan, 1);
    case 'Unnest':
      return fresh(plan, input!.rows * 4);
    default:
      return fresh(plan, input?.rows ?? 1);
  }
}

const fresh = (plan: LogicalPlan, rows: number): Estimate => ({
  rows: Math.max(rows, 1),
  columns: schemaOf(plan).fields.map(({ field }) => unknownEstimate(widthOf(field.type))),
});

function withoutProjection<P extends Extract<LogicalPlan, { kind: 'TableScan' }>>(plan: P): P {
  const { projection: _projection, ...rest } = plan;
  return rest as P;
}

const limited = (input: Estimate, skip: number, fetch: number | undefined): Estimate =>
  withRows(input, Math.min(Math.max(input.rows - skip, 0), fetch ?? Number.POSITIVE_INFINITY));

/** A condition that the scan below prunes by as well must not count twice. */
const isInScan = (term: Expr, input: LogicalPlan): boolean =>
  input.kind === 'TableScan' && input.filters.includes(term);

function columnOf(expr: Expr, plan: LogicalPlan, input: Estimate, ctx: PlanningContext): ColumnEstimate {
  const inner = unalias(expr);
  const source = inner.kind === 'Cast' ? inner.expr : inner;
  const schema = schemaOf(plan);
  if (source.kind === 'Column') {
    const index = findColumn(schema, source.name, source.relation);
    const found = index === undefined ? undefined : input.columns[index];
    if (found !== undefined) return found;
  }
  return unknownEstimate(widthOf(exprType(expr, { schema, functions: ctx.functions })));
}

/** Groups that keys make: never more than rows, nor than the product of their values. */
function groups(keys: readonly ColumnEstimate[], rows: number): number {
  let product = 1;
  for (const key of keys) {
    // A key of which nothing is known is taken to repeat about ten times.
    product *= key.domain ?? Math.max(rows / 10, 1);
    if (product >= rows) return rows;
  }
  return Math.max(product, 1);
}

function estimateAggregate(plan: AggregatePlan, input: Estimate, ctx: PlanningContext): Estimate {
  const keyCount = plan.schema.fields.length - plan.aggregates.length;
  const rest = plan.schema.fields.map(({ field }) => unknownEstimate(widthOf(field.type)));
  if (plan.groupBy.length === 0) return { rows: 1, columns: rest };
  if (plan.groupBy[0]!.kind === 'GroupingSet') return { rows: Math.max(input.rows / 2, 1), columns: rest };
  const keys = plan.groupBy.map((expr) => columnOf(expr, plan.input, input, ctx));
  const rows = groups(keys, input.rows);
  const [only] = keys;
  // One key alone is unique afterwards.
  const named = keys.length === 1 ? [{ ...only!, domain: only!.domain ?? rows }] : keys;
  return { rows, columns: rest.map((one, index) => (index < keyCount ? (named[index] ?? one) : one)) };
}

/** Key pairs as columns; a key that is computed has no estimate. */
export function keyPairs(
  on: readonly { readonly left: Expr; readonly right: Expr }[],
  left: { readonly schema: DFSchema; readonly estimate: Estimate },
  right: { readonly schema: DFSchema; readonly estimate: Estimate },
): KeyPair[] {
  const find = (expr: Expr, side: typeof left): ColumnEstimate | undefined => {
    const source = expr.kind === 'Cast' ? expr.expr : expr;
    if (source.kind !== 'Column') return undefined;
    const index = findColumn(side.schema, source.name, source.relation);
    return index === undefined ? undefined : side.estimate.columns[index];
  };
  return on.map((pair) => ({ left: find(pair.left, left), right: find(pair.right, right) }));
}

function estimateJoin(plan: JoinPlan, left: Estimate, right: Estimate, ctx: PlanningContext): Estimate {
  const pairs = keyPairs(
    plan.on,
    { schema: schemaOf(plan.left), estimate: left },
    { schema: schemaOf(plan.right), estimate: right },
  );
  const output = joinOutput(plan.joinType);
  const both: Estimate = { rows: left.rows * right.rows, columns: [...left.columns, ...right.columns] };
  const schema: DFSchema = { fields: [...schemaOf(plan.left).fields, ...schemaOf(plan.right).fields] };
  const condition =
    plan.filter === undefined ? 1 : selectivity(splitConjunction(plan.filter), both, schema, fallbackOf(ctx));
  const chance = keyChance(pairs, left.rows, right.rows) * condition;
  return {
    rows: Math.max(joinRows(plan.joinType, left.rows, right.rows, chance), 1),
    columns: [
      ...(output.left ? left.columns : []),
      ...(output.right ? right.columns : []),
      ...(output.mark ? [unknownEstimate(1)] : []),
    ],
  };
}
