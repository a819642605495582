import {
  type AggregateFunctionExpr,
  binary,
  cast,
  column,
  type Expr,
  exprName,
  type FunctionCatalog,
  findColumn,
  formatExpr,
  groupingFunctionType,
  groupingIdColumn,
  Int32,
  Int64,
  int64Literal,
  type LogicalPlan,
  PlanError,
  schemaOf,
  someExpr,
  typedLiteral,
  unalias,
} from '@ballista-ts/core';
import { collectExprs, ExprMap } from './expr-map.js';
import { aggregatePlan, groupingKeys } from './plan-builder.js';
import { replaceExpr } from './replace-expr.js';
import { columnAt } from './scope.js';

export const isAggregate = (expr: Expr): expr is AggregateFunctionExpr => expr.kind === 'AggregateFunction';
export const hasAggregate = (expr: Expr): boolean => someExpr(expr, isAggregate);

/** An aggregation, and how expressions over its input read over its output. */
export interface Aggregation {
  readonly plan: LogicalPlan;
  /** @throws PlanError when the expression uses a column that is neither a key nor inside an aggregate. */
  readonly rewrite: (expr: Expr) => Expr;
}

/**
 * Groups a plan. `exprs` are all expressions that will be computed from the groups; the aggregates in them become columns.
 * `isOutput` tells columns that do not refer to the input at all.
 */
export function aggregate(
  input: LogicalPlan,
  groupBy: readonly Expr[],
  exprs: readonly Expr[],
  functions: FunctionCatalog,
  isOutput: (expr: Expr) => boolean,
): Aggregation {
  const found = collectExprs(exprs, isAggregate) as AggregateFunctionExpr[];
  for (const one of found) rejectNesting(one);
  const aggregates = found.filter((one) => one.name !== 'grouping');
  const plan = aggregatePlan(input, groupBy, aggregates, functions);
  const keys = groupingKeys(groupBy);
  const isSets = groupBy[0]?.kind === 'GroupingSet';

  const columns = new ExprMap<Expr>();
  for (const [index, key] of keys.entries()) columns.add(unalias(key), columnAt(plan.schema, index));
  const offset = keys.length + (isSets ? 1 : 0);
  for (const [index, one] of aggregates.entries()) columns.add(one, columnAt(plan.schema, offset + index));
  for (const one of found) if (one.name === 'grouping') columns.add(one, groupingValue(one, keys, isSets));

  const inputSchema = schemaOf(input);
  const rewrite = (expr: Expr): Expr =>
    replaceExpr(expr, (part) => {
      const replaced = columns.get(part);
      if (replaced !== undefined) return replaced;
      if (isOutput(part)) return part;
      if (part.kind === 'Column') throw new PlanError(notGrouped(formatExpr(part), keys));
      if ('subquery' in part) {
        for (const reference of part.subquery.outerReferences) {
          const own = findColumn(inputSchema, reference.name, reference.relation) !== undefined;
          if (own && !columns.has(column(reference.name, reference.relation))) {
            throw new PlanError(notGrouped(formatExpr(column(reference.name, reference.relation)), keys));
          }
        }
      }
      return undefined;
    });
  return { plan, rewrite };
}

const notGrouped = (name: string, keys: readonly Expr[]): string =>
  `Column in SELECT must be in GROUP BY or an aggregate function: column "${name}" must appear in the GROUP BY clause or must be part of an aggregate function${
    keys.length === 0
      ? ''
      : `, currently only ${keys
          .slice(0, 10)
          .map((key) => `"${formatExpr(unalias(key))}"`)
          .join(', ')} appears in GROUP BY`
  }`;

function rejectNesting(expr: AggregateFunctionExpr): void {
  const operands = [
    ...expr.args,
    ...(expr.filter === undefined ? [] : [expr.filter]),
    ...expr.orderBy.map((one) => one.expr),
  ];
  for (const operand of operands) {
    if (hasAggregate(operand)) throw new PlanError(`Aggregate functions cannot be nested: ${exprName(expr)}`);
    if (someExpr(operand, (part) => part.kind === 'WindowFunction')) {
      throw new PlanError(`An aggregate function cannot contain a window function: ${exprName(expr)}`);
    }
  }
}

/**
 * `grouping(a, b)` from the id of the grouping set: one bit per argument, the first highest, 1 where the key was aggregated away.
 * The id itself has one bit per key, the first key highest.
 */
function groupingValue(call: AggregateFunctionExpr, keys: readonly Expr[], isSets: boolean): Expr {
  if (call.args.length > 31) throw new PlanError('grouping() takes at most 31 arguments');
  const id = cast(column(groupingIdColumn), Int64);
  let value: Expr | undefined;
  for (const [index, arg] of call.args.entries()) {
    const key = keys.findIndex((one) => exprName(unalias(one)) === exprName(unalias(arg)));
    if (key < 0) throw new PlanError(`Argument of grouping() is not an expression in GROUP BY: ${exprName(arg)}`);
    const shifted = binary(id, 'BitwiseShiftRight', int64Literal(keys.length - 1 - key));
    const bit = binary(shifted, 'BitwiseAnd', int64Literal(1));
    const placed = binary(bit, 'BitwiseShiftLeft', int64Literal(call.args.length - 1 - index));
    value = value === undefined ? placed : binary(value, 'BitwiseOr', placed);
  }
  return isSets ? cast(value!, groupingFunctionType) : typedLiteral(Int32, 0);
}
