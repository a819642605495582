import {
  argumentInfos,
  type ExecutionPlan,
  type Expr,
  exprReturn,
  type Field,
  formatExpr,
  formatSortExpr,
  InternalError,
  type PhysicalWindowExpr,
  PlanError,
  planSchema,
  schemaOf,
  unalias,
  type WindowFunctionExpr,
  type WindowPlan,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr, createPhysicalSortExpr, type PhysicalExprContext } from './create-physical-expr.js';
import { pickColumns } from './swap-join.js';

/**
 * One window node per different pair of PARTITION BY and ORDER BY, since a node sees its rows in one order. A projection
 * puts the columns back where the plan has them when that mixed them up.
 */
export function planWindow(plan: WindowPlan, input: ExecutionPlan, ctx: PlanningContext): ExecutionPlan {
  const context: PhysicalExprContext = { schema: schemaOf(plan.input), functions: ctx.functions };
  const width = planSchema(input).fields.length;
  const groups = new Map<string, { readonly position: number; readonly expr: PhysicalWindowExpr }[]>();
  plan.windowExprs.forEach((expr, position) => {
    const call = windowCall(expr);
    const key = `${call.partitionBy.map(formatExpr).join()}|${call.orderBy.map(formatSortExpr).join()}`;
    const one = { position, expr: planWindowExpr(call, plan.schema.fields[width + position]!.field, context) };
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  });
  let node = input;
  for (const group of groups.values()) {
    node = { kind: 'WindowAggExec', windowExprs: group.map((one) => one.expr), input: node };
  }
  const order = [...groups.values()].flat().map((one) => one.position);
  if (order.every((position, index) => position === index)) return node;
  const restored = plan.windowExprs.map((_expr, position) => width + order.indexOf(position));
  return pickColumns(node, [...Array.from({ length: width }, (_, index) => index), ...restored]);
}

function windowCall(expr: Expr): WindowFunctionExpr {
  const call = unalias(expr);
  if (call.kind === 'WindowFunction') return call;
  throw new InternalError(`${formatExpr(expr)} is not a window function; the window node should hold only such`);
}

function planWindowExpr(call: WindowFunctionExpr, output: Field, context: PhysicalExprContext): PhysicalWindowExpr {
  const infos = argumentInfos(
    call.args,
    call.args.map((arg) => exprReturn(arg, context)),
  );
  const signature =
    call.functionKind === 'aggregate' ? context.functions.aggregate(call.name) : context.functions.window(call.name);
  if (signature === undefined) throw new PlanError(`Invalid window function '${call.name}'`);
  const { type, nullable } = signature.returns(infos, { distinct: call.distinct });
  return {
    function: signature.name,
    functionKind: call.functionKind,
    args: call.args.map((arg) => createPhysicalExpr(arg, context)),
    partitionBy: call.partitionBy.map((expr) => createPhysicalExpr(expr, context)),
    orderBy: call.orderBy.map((key) => createPhysicalSortExpr(key, context)),
    frame: call.frame,
    ignoreNulls: call.nullTreatment === 'ignoreNulls',
    distinct: call.distinct,
    ...(call.filter !== undefined && { filter: createPhysicalExpr(call.filter, context) }),
    name: output.name,
    field: { name: output.name, type, nullable },
  };
}
