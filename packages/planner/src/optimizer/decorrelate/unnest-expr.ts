import {
  alias,
  binary,
  booleanLiteral,
  column,
  columnsOf,
  type ExistsExpr,
  type Expr,
  exprNullable,
  int64Literal,
  type LogicalPlan,
  type ScalarSubqueryExpr,
  schemaOf,
  type TableReference,
} from '@ballista-ts/core';
import { aggregate, allColumns, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { exactlyOneRow, mostRows } from '../row-bounds.js';
import { pull } from './pull.js';
import { equalityKeys, type Pulled } from './pull-up.js';
import { type Quantified, quantified } from './quantified.js';
import { caseOf, isNotNull, isNull, joinable, joinOn, not, nullBoolean } from './semi-join.js';

/** An expression without the subquery, over a plan that computes what it stood for. */
export interface Unnested {
  readonly expr: Expr;
  readonly input: LogicalPlan;
}

/** Message of the error that a scalar subquery of several rows is. */
export const severalRows = 'a subquery used as an expression returned more than one row';

const count = (arg?: Expr): Expr => ({
  kind: 'AggregateFunction',
  name: 'count',
  args: arg === undefined ? [] : [arg],
  distinct: false,
  orderBy: [],
});
const firstValue = (arg: Expr): Expr => ({
  kind: 'AggregateFunction',
  name: 'first_value',
  args: [arg],
  distinct: false,
  orderBy: [],
});

/**
 * Computes one subquery expression beside its input: EXISTS, IN and ANY by mark joins, a scalar subquery by a join. With
 * `nullIsFalse` the place of the expression treats NULL as false, so that no work goes into telling them apart.
 */
export function unnestExpr(expr: Expr, input: LogicalPlan, nullIsFalse: boolean, ctx: PlanningContext): Unnested {
  if (expr.kind === 'Exists') return unnestExists(expr, input, ctx);
  if (expr.kind === 'ScalarSubquery') return unnestScalar(expr, input, ctx);
  const form = quantified(expr);
  return form === undefined ? { expr, input } : unnestQuantified(form, input, nullIsFalse, ctx);
}

function unnestExists(expr: ExistsExpr, input: LogicalPlan, ctx: PlanningContext): Unnested {
  const pulled = pull(expr.subquery.plan, 'exists', input, ctx);
  // An aggregate over everything always gives a row.
  if (pulled.onEmpty !== undefined) return { expr: booleanLiteral(!expr.negated), input };
  const right = joinable(pulled, input, '__correlated_sq', ctx);
  const mark = column('mark', right.relation);
  return {
    expr: expr.negated ? not(mark) : mark,
    input: joinOn(input, right.plan, 'leftMark', right.condition),
  };
}

function unnestQuantified(form: Quantified, input: LogicalPlan, nullIsFalse: boolean, ctx: PlanningContext): Unnested {
  const pulled = pull(form.subquery.plan, 'rows', input, ctx);
  const mark = (test: (compared: Expr) => Expr, into: LogicalPlan): { mark: Expr; input: LogicalPlan } => {
    const right = joinable(pulled, into, '__correlated_sq', ctx);
    const compared = binary(form.expr, form.op, right.columns[0]!);
    return {
      mark: column('mark', right.relation),
      input: joinOn(into, right.plan, 'leftMark', [test(compared), ...right.condition]),
    };
  };
  const found = mark((compared) => compared, input);
  const answer = (expr: Expr): Expr => (form.negated ? not(expr) : expr);
  const nullable =
    exprNullable(form.expr, { schema: schemaOf(input), functions: ctx.functions }) ||
    (schemaOf(pulled.plan).fields[0]?.field.nullable ?? true);
  if (!nullable || (nullIsFalse && !form.negated)) return { expr: answer(found.mark), input: found.input };
  // No match, but a comparison whose outcome is unknown: the answer is unknown too.
  const unknown = mark((compared) => isNull(compared), found.input);
  return {
    expr: answer(
      caseOf(
        [
          [found.mark, booleanLiteral(true)],
          [unknown.mark, nullBoolean],
        ],
        booleanLiteral(false),
      ),
    ),
    input: unknown.input,
  };
}

function unnestScalar(expr: ScalarSubqueryExpr, input: LogicalPlan, ctx: PlanningContext): Unnested {
  const { plan } = expr.subquery;
  const { functions } = ctx;
  const pulled = pull(plan, 'value', input, ctx);
  if (pulled.predicates.length === 0) return unnestUncorrelated(pulled.plan, input, ctx);
  if (pulled.onEmpty !== undefined) return unnestAggregate(pulled, input, ctx);
  if ((mostRows(plan) ?? 2) <= 1) {
    const right = joinable(pulled, input, '__scalar_sq', ctx);
    return { expr: right.columns[0]!, input: joinOn(input, right.plan, 'left', right.condition) };
  }
  const keys = equalityKeys(pulled.predicates);
  if (keys === undefined) return unnestByDomain(expr, input, ctx);
  const groupBy = keys.map((key) => alias(key.local, ctx.aliases.next('__key')));
  // One row per key: its value, and how many there were.
  const value = allColumns(pulled.plan)[0]!;
  const grouped = aggregate(
    groupBy,
    [alias(firstValue(value), '__value'), alias(count(), '__count')],
    pulled.plan,
    functions,
  );
  const right = joinable(
    {
      plan: grouped,
      predicates: keys.map((key, index) => binary(column(groupBy[index]!.name), key.op, key.outer)),
    },
    input,
    '__scalar_sq',
    ctx,
  );
  const joined = joinOn(input, right.plan, 'left', right.condition);
  return { expr: column('__value', right.relation), input: assertOneRow(joined, right.relation) };
}

/** The rows that belong to an outer row are known by its values only; those of each are folded to one. */
function unnestByDomain(expr: ScalarSubqueryExpr, input: LogicalPlan, ctx: PlanningContext): Unnested {
  const { plan } = expr.subquery;
  const value = allColumns(plan)[0]!;
  const folded = aggregate([], [alias(firstValue(value), '__value'), alias(count(), '__count')], plan, ctx.functions);
  const pulled = pull(folded, 'value', input, ctx);
  const domain = pulled.onEmpty === undefined ? pulled : { plan: pulled.plan, predicates: pulled.predicates };
  const right = joinable(domain, input, '__scalar_sq', ctx);
  const joined = joinOn(input, right.plan, 'left', right.condition);
  return { expr: column('__value', right.relation), input: assertOneRow(joined, right.relation) };
}

const assertOneRow = (input: LogicalPlan, relation: TableReference): LogicalPlan => {
  const rows = column('__count', relation);
  return {
    kind: 'Assert',
    predicate: binary(isNull(rows), 'Or', binary(rows, 'LtEq', int64Literal(1))),
    message: severalRows,
    input,
  };
};

/** A subquery that gives the same for every row: its one row goes beside each of them. */
function unnestUncorrelated(plan: LogicalPlan, input: LogicalPlan, ctx: PlanningContext): Unnested {
  const { functions } = ctx;
  const value = allColumns(plan)[0]!;
  if (exactlyOneRow(plan)) {
    const right = joinable({ plan, predicates: [] }, input, '__scalar_sq', ctx);
    return { expr: right.columns[0]!, input: joinOn(input, right.plan, 'inner', []) };
  }
  const single = (mostRows(plan) ?? 2) <= 1;
  const limited: LogicalPlan = single ? plan : { kind: 'Limit', skip: 0, fetch: 2, input: plan };
  const folded = aggregate(
    [],
    [alias(firstValue(value), '__value'), ...(single ? [] : [alias(count(), '__count')])],
    limited,
    functions,
  );
  // Checked on the one row itself, not beside the rows it is joined to: a condition on the value stays free to move.
  const checked: LogicalPlan = single
    ? folded
    : {
        kind: 'Assert',
        predicate: binary(column('__count'), 'LtEq', int64Literal(1)),
        message: severalRows,
        input: folded,
      };
  const right = joinable(
    { plan: projection([column('__value')], checked, functions), predicates: [] },
    input,
    '__scalar_sq',
    ctx,
  );
  return { expr: column('__value', right.relation), input: joinOn(input, right.plan, 'inner', []) };
}

/** An aggregate per key. A key without rows has no row in it, but the subquery had one: a count of 0, a sum that is NULL. */
function unnestAggregate(pulled: Pulled, input: LogicalPlan, ctx: PlanningContext): Unnested {
  const output = schemaOf(pulled.plan).fields[0]!;
  const onEmpty = pulled.onEmpty!.get(output.field.name);
  const plain = onEmpty === undefined || (onEmpty.kind === 'Literal' && onEmpty.value.value === null);
  if (plain || onEmpty === undefined || columnsOf(onEmpty).length > 0) {
    const right = joinable(pulled, input, '__scalar_sq', ctx);
    return { expr: right.columns[0]!, input: joinOn(input, right.plan, 'left', right.condition) };
  }
  const matched = ctx.aliases.next('__matched');
  const marked = projection(
    [...allColumns(pulled.plan), alias(booleanLiteral(true), matched)],
    pulled.plan,
    ctx.functions,
  );
  const right = joinable({ plan: marked, predicates: pulled.predicates }, input, '__scalar_sq', ctx);
  return {
    expr: caseOf([[isNotNull(column(matched, right.relation)), right.columns[0]!]], onEmpty),
    input: joinOn(input, right.plan, 'left', right.condition),
  };
}
