import {
  type AggregateExec,
  type AggregateFunctionExpr,
  type AggregatePlan,
  type ArgumentInfo,
  argumentInfos,
  type ExecutionPlan,
  type Expr,
  exprReturn,
  exprType,
  type Field,
  formatExpr,
  groupingIdColumn,
  InternalError,
  type PhysicalAggregateExpr,
  PlanError,
  planSchema,
  schemaOf,
  unalias,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr, createPhysicalSortExpr, type PhysicalExprContext } from './create-physical-expr.js';
import { groupingKeys } from './grouping-sets.js';
import { columnAt } from './swap-join.js';

/**
 * An aggregate in two phases: each partition folds its own rows to states, and after the rows of a group have come together
 * the states are folded to values. `combine_partial_final_aggregate` makes one phase of it where nothing lies between.
 */
export function planAggregate(plan: AggregatePlan, input: ExecutionPlan, ctx: PlanningContext): AggregateExec {
  const context: PhysicalExprContext = { schema: schemaOf(plan.input), functions: ctx.functions };
  const { keys, sets } = groupingKeys(plan.groupBy);
  const names = plan.schema.fields.map((one) => one.field.name);
  const groupBy = keys.map((key, index) => ({ expr: createPhysicalExpr(key, context), name: names[index]! }));
  const firstAggregate = keys.length + (sets === undefined ? 0 : 1);
  const aggregates = plan.aggregates.map((expr, index) =>
    planAggregateExpr(expr, plan.schema.fields[firstAggregate + index]!.field, context),
  );
  const inputSchema = planSchema(input);
  const partial: AggregateExec = {
    kind: 'AggregateExec',
    mode: 'partial',
    groupBy: sets === undefined ? { exprs: groupBy } : { exprs: groupBy, groupingSets: sets },
    aggregates,
    inputSchema,
    input,
  };
  const finalKeys = [...groupBy.map((one) => one.name), ...(sets === undefined ? [] : [groupingIdColumn])];
  return {
    kind: 'AggregateExec',
    mode: finalKeys.length === 0 ? 'final' : 'finalPartitioned',
    groupBy: { exprs: finalKeys.map((name, index) => ({ expr: columnAt(name, index), name })) },
    aggregates,
    inputSchema,
    input: partial,
  };
}

/** @throws PlanError for a function that is not there; InternalError when the expression is no aggregate. */
export function planAggregateExpr(expr: Expr, output: Field, context: PhysicalExprContext): PhysicalAggregateExpr {
  const call = unalias(expr);
  if (call.kind !== 'AggregateFunction') {
    throw new InternalError(
      `${formatExpr(expr)} is not an aggregate function; the aggregate node should hold only such`,
    );
  }
  const signature = context.functions.aggregate(call.name);
  if (signature === undefined) throw new PlanError(`Invalid aggregate function '${call.name}'`);
  const infos = infosOf(call, context);
  const { type, nullable } = signature.returns(infos, { distinct: call.distinct });
  const states = signature.stateFields(infos, {
    distinct: call.distinct,
    orderByTypes: call.orderBy.map((key) => exprType(key.expr, context)),
  });
  return {
    function: signature.name,
    args: call.args.map((arg) => createPhysicalExpr(arg, context)),
    distinct: call.distinct,
    ignoreNulls: call.nullTreatment === 'ignoreNulls',
    orderBy: call.orderBy.map((key) => createPhysicalSortExpr(key, context)),
    ...(call.filter !== undefined && { filter: createPhysicalExpr(call.filter, context) }),
    name: output.name,
    field: { name: output.name, type, nullable },
    stateFields: states.map((state) => ({ ...state, name: `${output.name}[${state.name}]` })),
  };
}

const infosOf = (call: AggregateFunctionExpr, context: PhysicalExprContext): ArgumentInfo[] =>
  argumentInfos(
    call.args,
    call.args.map((arg) => exprReturn(arg, context)),
  );
