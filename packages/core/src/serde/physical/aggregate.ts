import type { Message } from '@bufbuild/protobuf';
import { DecodeError, PlanError } from '../../errors/errors.js';
import * as df from '../../gen/datafusion_pb.js';
import type { AggregateExec, AggregateMode, PhysicalGroupBy } from '../../plan/physical/aggregate-exec.js';
import { planSchema } from '../../plan/physical/definitions.js';
import type { NamedExpr, PhysicalAggregateExpr, PhysicalExpr } from '../../plan/physical/physical-expr.js';
import { physicalExprNullable, physicalExprType } from '../../plan/physical/physical-expr-type.js';
import type { ArgumentInfo, FunctionCatalog } from '../../ports/function-catalog.js';
import type { Field, Schema } from '../../types/field.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import {
  readOptionalPhysicalExpr,
  readPhysicalExprs,
  readPhysicalSortExprs,
  writeOptionalPhysicalExpr,
  writePhysicalExprs,
  writePhysicalSortExprs,
} from '../expr/physical-expr.js';
import { refuseDefinition } from '../expr/read-logical-expr.js';
import { fieldFromProto, fieldToProto, schemaFromProto, schemaToProto } from '../types/schema.js';
import { enumMapping, message, required, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

const modes = enumMapping<AggregateMode>({
  partial: df.AggregateMode.PARTIAL,
  final: df.AggregateMode.FINAL,
  finalPartitioned: df.AggregateMode.FINAL_PARTITIONED,
  single: df.AggregateMode.SINGLE,
  singlePartitioned: df.AggregateMode.SINGLE_PARTITIONED,
  partialReduce: df.AggregateMode.PARTIAL_REDUCE,
});

export function* writeAggregate(plan: AggregateExec, options: EncodeOptions): Task<df.AggregateExecNode> {
  const { exprs, groupingSets } = plan.groupBy;
  const aggrExpr: df.PhysicalExprNode[] = [];
  const filterExpr: df.MaybeFilter[] = [];
  for (const one of plan.aggregates) {
    const value = yield* writeAggregateExpr(one);
    aggrExpr.push(
      message(df.PhysicalExprNodeSchema, { exprId: undefined, ExprType: { case: 'aggregateExpr', value } }),
    );
    filterExpr.push(message(df.MaybeFilterSchema, { expr: yield* writeOptionalPhysicalExpr(one.filter) }));
  }
  return message(df.AggregateExecNodeSchema, {
    groupExpr: yield* writePhysicalExprs(exprs.map((one) => one.expr)),
    aggrExpr,
    mode: modes.toProto(plan.mode),
    input: yield* call(writePhysicalPlan(plan.input, options)),
    groupExprName: exprs.map((one) => one.name),
    aggrExprName: plan.aggregates.map((one) => one.name),
    inputSchema: schemaToProto(plan.inputSchema),
    nullExpr: groupingSets === undefined ? [] : yield* writePhysicalExprs(nullKeys(exprs, plan)),
    // Without grouping sets there is one set that NULLs nothing.
    groups: groupingSets === undefined ? exprs.map(() => false) : groupingSets.flat(),
    filterExpr,
    limit:
      plan.limit === undefined
        ? undefined
        : message(df.AggLimitSchema, { limit: toUint64(plan.limit), descending: undefined }),
    hasGroupingSet: groupingSets !== undefined,
    dynamicFilter: undefined,
    emptyGroupingSets: groupingSets !== undefined && exprs.length === 0 ? groupingSets.length : undefined,
  });
}

/** A typed NULL per key, for sets that leave the key out. */
function nullKeys(exprs: readonly NamedExpr[], plan: AggregateExec): PhysicalExpr[] {
  const schema = planSchema(plan.input);
  return exprs.map(({ expr }) => ({ kind: 'Literal', value: { type: physicalExprType(expr, schema), value: null } }));
}

/** Text of an aggregate for people; the name of the column is its own field of the plan node. */
function* writeAggregateExpr(of: PhysicalAggregateExpr): Task<df.PhysicalAggregateExprNode> {
  return message(df.PhysicalAggregateExprNodeSchema, {
    AggregateFunction: { case: 'userDefinedAggrFunction', value: of.function },
    expr: yield* writePhysicalExprs(of.args),
    orderingReq: yield* writePhysicalSortExprs(of.orderBy),
    distinct: of.distinct,
    ignoreNulls: of.ignoreNulls,
    funDefinition: undefined,
    humanDisplay: of.name,
    field: fieldToProto(of.field),
    stateFields: of.stateFields.map((one) => fieldToProto(one)),
  });
}

/** @throws DecodeError when lists that run in parallel do not. */
export function* readAggregate(proto: df.AggregateExecNode, options: DecodeOptions): Task<AggregateExec> {
  const inputSchema = schemaFromProto(required(proto.inputSchema, proto, 'input_schema'));
  parallel(proto, 'aggr_expr_name', proto.aggrExprName.length, 'aggregates', proto.aggrExpr.length);
  parallel(proto, 'group_expr_name', proto.groupExprName.length, 'keys', proto.groupExpr.length);
  // A sender without filters may leave the whole list out.
  if (proto.filterExpr.length > 0) {
    parallel(proto, 'filter_expr', proto.filterExpr.length, 'aggregates', proto.aggrExpr.length);
  }
  const aggregates: PhysicalAggregateExpr[] = [];
  for (const [index, node] of proto.aggrExpr.entries()) {
    if (node.ExprType.case !== 'aggregateExpr')
      throw new DecodeError(`${proto.$typeName}.aggr_expr holds another expression`);
    const filter = yield* readOptionalPhysicalExpr(proto.filterExpr[index]?.expr);
    const name = proto.aggrExprName[index]!;
    const one = yield* readAggregateExpr(node.ExprType.value, name, inputSchema, options.functions);
    aggregates.push(filter === undefined ? one : { ...one, filter });
  }
  const keys = yield* readPhysicalExprs(proto.groupExpr);
  const exprs = keys.map((expr, index) => ({ expr, name: proto.groupExprName[index]! }));
  return {
    kind: 'AggregateExec',
    mode: modes.fromProto(proto.mode, proto, 'mode'),
    groupBy: { exprs, ...groupingSetsFromProto(proto, exprs.length) },
    aggregates,
    inputSchema,
    // With a direction the limit belongs to a top-k; the sort above it limits as well.
    ...(proto.limit !== undefined &&
      proto.limit.descending === undefined && { limit: toSafeNumber(proto.limit.limit, proto.limit, 'limit') }),
    input: yield* call(readPhysicalPlan(required(proto.input, proto, 'input'), options)),
  };
}

function parallel(owner: Message, field: string, length: number, what: string, expected: number): void {
  if (length !== expected)
    throw new DecodeError(`${owner.$typeName}.${field} has ${length} entries for ${expected} ${what}`);
}

/** Masks, flattened row by row. */
function groupingSetsFromProto(proto: df.AggregateExecNode, width: number): Pick<PhysicalGroupBy, 'groupingSets'> {
  if (!proto.hasGroupingSet) return {};
  if (width === 0) {
    if (proto.groups.length > 0) throw new DecodeError(`${proto.$typeName}.groups has entries without keys`);
    const sets = proto.emptyGroupingSets ?? 1;
    if (sets > 65_536) throw new DecodeError(`${proto.$typeName}.empty_grouping_sets is ${sets}`);
    return { groupingSets: Array.from({ length: sets }, () => []) };
  }
  if (proto.groups.length % width !== 0) {
    throw new DecodeError(`${proto.$typeName}.groups has ${proto.groups.length} entries for rows of ${width} keys`);
  }
  return {
    groupingSets: Array.from({ length: proto.groups.length / width }, (_, row) =>
      proto.groups.slice(row * width, (row + 1) * width),
    ),
  };
}

function* readAggregateExpr(
  proto: df.PhysicalAggregateExprNode,
  name: string,
  inputSchema: Schema,
  functions: FunctionCatalog,
): Task<PhysicalAggregateExpr> {
  const called = proto.AggregateFunction;
  if (called.case === undefined) throw unsetOneof(proto, 'AggregateFunction');
  refuseDefinition(proto.funDefinition, called.value);
  const args = yield* readPhysicalExprs(proto.expr);
  const orderBy = yield* readPhysicalSortExprs(proto.orderingReq);
  const shared = {
    function: called.value,
    args,
    distinct: proto.distinct,
    ignoreNulls: proto.ignoreNulls,
    orderBy,
    name,
  };
  if (proto.field !== undefined) {
    return {
      ...shared,
      field: fieldFromProto(proto.field),
      stateFields: proto.stateFields.map((one) => fieldFromProto(one)),
    };
  }
  // Other senders leave types to the function.
  const signature = functions.aggregate(called.value);
  if (signature === undefined) throw new PlanError(`Invalid aggregate function '${called.value}'`);
  const infos = argumentInfos(args, inputSchema);
  const field: Field = { name, ...signature.returns(infos, { distinct: proto.distinct }) };
  const states = signature.stateFields(infos, {
    distinct: proto.distinct,
    orderByTypes: orderBy.map((key) => physicalExprType(key.expr, inputSchema)),
  });
  return {
    ...shared,
    function: signature.name,
    field,
    stateFields: states.map((state) => ({ ...state, name: `${name}[${state.name}]` })),
  };
}

/** Types, nullability and constant values of a call's arguments over a schema. */
export const argumentInfos = (args: readonly PhysicalExpr[], schema: Schema): ArgumentInfo[] =>
  args.map((arg) => ({
    type: physicalExprType(arg, schema),
    nullable: physicalExprNullable(arg, schema),
    ...(arg.kind === 'Literal' && { constant: arg.value.value }),
  }));
