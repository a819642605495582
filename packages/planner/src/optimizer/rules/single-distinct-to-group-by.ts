import {
  type AggregateFunctionExpr,
  type AggregatePlan,
  alias,
  column,
  dataTypeEquals,
  type Expr,
  exprType,
  type LogicalPlan,
  schemaOf,
  unalias,
} from '@ballista-ts/core';
import { aggregate, columnFor, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { exprText } from '../expr-text.js';
import type { OptimizerRule } from '../optimize.js';

/** Aggregates that can be folded in two steps by themselves. */
const foldable: ReadonlySet<string> = new Set(['sum', 'min', 'max']);

/**
 * `count(DISTINCT a) GROUP BY g` as a count per `g` over groups of (g, a): the values are made distinct by the parallel
 * machinery of GROUP BY. Stands aside when several different arguments are DISTINCT, and for filters, orders, grouping sets.
 */
export const singleDistinctToGroupBy: OptimizerRule = {
  name: 'single_distinct_to_group_by',
  applyOrder: 'topDown',
  rewrite(plan, ctx) {
    const next = plan.kind === 'Aggregate' ? rewriteAggregate(plan, ctx) : undefined;
    return next === undefined ? unchanged(plan) : changed(next);
  },
};

function rewriteAggregate(plan: AggregatePlan, ctx: PlanningContext): LogicalPlan | undefined {
  if (plan.groupBy.some((expr) => expr.kind === 'GroupingSet')) return undefined;
  const calls = plan.aggregates.map(unalias);
  const aggregates = calls.filter((call): call is AggregateFunctionExpr => call.kind === 'AggregateFunction');
  if (aggregates.length !== calls.length || aggregates.length === 0) return undefined;
  const simple = aggregates.every(
    (call) => call.args.length === 1 && call.filter === undefined && call.orderBy.length === 0,
  );
  const distinct = aggregates.filter((call) => call.distinct);
  const texts = new Set(distinct.map((call) => exprText(call.args[0]!)));
  const others = aggregates.filter((call) => !call.distinct);
  if (!simple || texts.size !== 1 || !others.every((call) => foldable.has(call.name))) return undefined;
  const context = { schema: schemaOf(plan.input), functions: ctx.functions };

  const keys = plan.groupBy.map((expr) => alias(expr, ctx.aliases.next('__group')));
  const value = alias(distinct[0]!.args[0]!, ctx.aliases.next('__distinct'));
  const inner: Expr[] = [];
  const outer = aggregates.map((call): Expr | undefined => {
    const name = ctx.aliases.next('__aggregate');
    if (call.distinct) return alias({ ...call, distinct: false, args: [column(value.name)] }, name);
    const part = ctx.aliases.next('__part');
    inner.push(alias(call, part));
    // Sums of sums must not be of a wider type than the sum was.
    const type = exprType(call, context);
    const folded = { ...call, args: [column(part)] };
    const again = exprType(folded, {
      schema: { fields: [{ field: { name: part, type, nullable: true } }] },
      functions: ctx.functions,
    });
    return dataTypeEquals(type, again) ? alias(folded, name) : undefined;
  });
  if (outer.some((expr) => expr === undefined)) return undefined;
  const groups = aggregate([...keys, value], inner, plan.input, ctx.functions);
  const result = aggregate(
    keys.map((key) => column(key.name)),
    outer as Expr[],
    groups,
    ctx.functions,
  );
  const outputs = result.schema.fields.map((one, index) => {
    const { field, qualifier } = plan.schema.fields[index]!;
    return alias(columnFor(one), field.name, qualifier);
  });
  return projection(outputs, result, ctx.functions);
}
