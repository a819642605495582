import {
  alias,
  binary,
  column,
  type Expr,
  exprNullable,
  int64Literal,
  type LogicalPlan,
  schemaOf,
  tableReference,
} from '@ballista-ts/core';
import { aggregate, allColumns, filter, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { isVolatile } from '../simplify/simplify-context.js';
import { pull } from './pull.js';
import type { Pulled } from './pull-up.js';
import { type Quantified, quantified } from './quantified.js';
import { isNotNull, joinable, joinOn } from './semi-join.js';

/** The rows of `input` for which a condition over a subquery holds; undefined when the condition is none of that kind. */
export function semiFilter(term: Expr, input: LogicalPlan, ctx: PlanningContext): LogicalPlan | undefined {
  if (term.kind === 'Exists') {
    const pulled = pull(term.subquery.plan, 'exists', input, ctx);
    if (pulled.onEmpty !== undefined) {
      return term.negated ? { kind: 'EmptyRelation', produceOneRow: false, schema: schemaOf(input) } : input;
    }
    const right = joinable(pulled, input, '__correlated_sq', ctx);
    return joinOn(input, right.plan, term.negated ? 'leftAnti' : 'leftSemi', right.condition);
  }
  const form = quantified(term);
  if (form === undefined) return undefined;
  const pulled = pull(form.subquery.plan, 'rows', input, ctx);
  if (form.negated) return antiFilter(form, pulled, input, ctx);
  const right = joinable(pulled, input, '__correlated_sq', ctx);
  return joinOn(input, right.plan, 'leftSemi', [binary(form.expr, form.op, right.columns[0]!), ...right.condition]);
}

/** `NOT IN` and `op ALL`: a row stays when no comparison holds, and none is unknown either. */
function antiFilter(form: Quantified, pulled: Pulled, input: LogicalPlan, ctx: PlanningContext): LogicalPlan {
  const valueNullable = exprNullable(form.expr, { schema: schemaOf(input), functions: ctx.functions });
  const columnNullable = schemaOf(pulled.plan).fields[0]!.field.nullable;
  const right = joinable(pulled, input, '__correlated_sq', ctx);
  const compared = binary(form.expr, form.op, right.columns[0]!);
  const nullable = valueNullable || columnNullable;
  const simple = pulled.predicates.length === 0 && form.op === 'Eq' && !isVolatile(form.expr, ctx.functions);
  if (nullable && simple) {
    return ctx.config.get('ballista.optimizer.not_in_subquery_rewrite')
      ? notInByCounts(form, pulled, input, columnNullable, ctx)
      : {
          ...joinOn(input, right.plan, 'leftAnti', []),
          on: [{ left: form.expr, right: right.columns[0]! }],
          nullAware: true,
        };
  }
  const test: Expr = nullable ? { kind: 'IsNotFalse', expr: compared } : compared;
  return joinOn(input, right.plan, 'leftAnti', [test, ...right.condition]);
}

/**
 * `NOT IN` over a subquery that may hold NULLs, in a way that runs in parallel: an anti join on equality, beside the number of
 * the subquery's rows and of those that are not NULL. An empty subquery keeps every row, one NULL in it keeps none, and a
 * NULL before NOT IN is only kept by an empty one.
 */
function notInByCounts(
  form: Quantified,
  pulled: Pulled,
  input: LogicalPlan,
  columnNullable: boolean,
  ctx: PlanningContext,
): LogicalPlan {
  const right = joinable(pulled, input, '__ballista_not_in', ctx);
  const anti = joinOn(input, right.plan, 'leftAnti', [binary(form.expr, 'Eq', right.columns[0]!)]);
  const relation = tableReference(ctx.aliases.next('__ballista_not_in'));
  const count = (...args: readonly Expr[]): Expr => ({
    kind: 'AggregateFunction',
    name: 'count',
    args,
    distinct: false,
    orderBy: [],
  });
  const value = allColumns(pulled.plan)[0]!;
  const counts = aggregate(
    [],
    [alias(count(), 'cnt'), ...(columnNullable ? [alias(count(value), 'cnt_nn')] : [])],
    pulled.plan,
    ctx.functions,
  );
  const all = column('cnt', relation);
  const known = columnNullable
    ? binary(isNotNull(form.expr), 'And', binary(all, 'Eq', column('cnt_nn', relation)))
    : isNotNull(form.expr);
  const kept = filter(
    [binary(binary(all, 'Eq', int64Literal(0)), 'Or', known)],
    joinOn(anti, { kind: 'SubqueryAlias', alias: relation, input: counts }, 'inner', []),
  );
  return projection(allColumns(input), kept, ctx.functions);
}
