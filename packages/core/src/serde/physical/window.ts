import { NotYetSupportedError, PlanError } from '../../errors/errors.js';
import * as df from '../../gen/datafusion_pb.js';
import { planSchema } from '../../plan/physical/definitions.js';
import type { PhysicalExpr, PhysicalWindowExpr } from '../../plan/physical/physical-expr.js';
import type { WindowAggExec } from '../../plan/physical/window-agg-exec.js';
import type { FunctionCatalog } from '../../ports/function-catalog.js';
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
import { windowFrameFromProto, windowFrameToProto } from '../expr/window-frame.js';
import { fieldFromProto, fieldToProto } from '../types/schema.js';
import { message, required, unsetOneof } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { argumentInfos } from './aggregate.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

export function* writeWindowAgg(plan: WindowAggExec, options: EncodeOptions): Task<df.WindowAggExecNode> {
  return message(df.WindowAggExecNodeSchema, {
    input: yield* call(writePhysicalPlan(plan.input, options)),
    windowExpr: yield* callAll(plan.windowExprs, writeWindowExpr),
    partitionKeys: yield* writePhysicalExprs(plan.windowExprs[0]?.partitionBy ?? []),
    inputOrderMode: { case: undefined },
  });
}

export function* writeWindowExpr(of: PhysicalWindowExpr): Task<df.PhysicalWindowExprNode> {
  return message(df.PhysicalWindowExprNodeSchema, {
    windowFunction: {
      case: of.functionKind === 'aggregate' ? 'userDefinedAggrFunction' : 'userDefinedWindowFunction',
      value: of.function,
    },
    args: yield* writePhysicalExprs(of.args),
    partitionBy: yield* writePhysicalExprs(of.partitionBy),
    orderBy: yield* writePhysicalSortExprs(of.orderBy),
    windowFrame: windowFrameToProto(of.frame),
    name: of.name,
    funDefinition: undefined,
    ignoreNulls: of.ignoreNulls,
    distinct: of.distinct,
    filter: yield* writeOptionalPhysicalExpr(of.filter),
    field: fieldToProto(of.field),
  });
}

/** @throws NotYetSupportedError for an operator that does not want its input sorted. */
export function* readWindowAgg(proto: df.WindowAggExecNode, options: DecodeOptions): Task<WindowAggExec> {
  const { case: mode } = proto.inputOrderMode;
  if (mode !== undefined && mode !== 'sorted')
    throw new NotYetSupportedError('a window over an input that is not sorted');
  const input = yield* call(readPhysicalPlan(required(proto.input, proto, 'input'), options));
  return {
    kind: 'WindowAggExec',
    windowExprs: yield* callAll(proto.windowExpr, (one) =>
      readWindowExpr(one, () => planSchema(input), options.functions),
    ),
    input,
  };
}

export function* readWindowExpr(
  proto: df.PhysicalWindowExprNode,
  inputSchema: () => Schema,
  functions: FunctionCatalog,
): Task<PhysicalWindowExpr> {
  const called = proto.windowFunction;
  if (called.case === undefined) throw unsetOneof(proto, 'window_function');
  refuseDefinition(proto.funDefinition, called.value);
  const args = yield* readPhysicalExprs(proto.args);
  const filter = yield* readOptionalPhysicalExpr(proto.filter);
  const functionKind = called.case === 'userDefinedAggrFunction' ? 'aggregate' : 'window';
  const resolved =
    proto.field === undefined
      ? resolve(called.value, functionKind, args, proto, inputSchema(), functions)
      : { function: called.value, field: fieldFromProto(proto.field) };
  return {
    ...resolved,
    functionKind,
    args,
    partitionBy: yield* readPhysicalExprs(proto.partitionBy),
    orderBy: yield* readPhysicalSortExprs(proto.orderBy),
    frame: windowFrameFromProto(required(proto.windowFrame, proto, 'window_frame')),
    ignoreNulls: proto.ignoreNulls,
    distinct: proto.distinct,
    ...(filter !== undefined && { filter }),
    name: proto.name,
  };
}

/** Other senders leave the type to the function. */
function resolve(
  name: string,
  kind: PhysicalWindowExpr['functionKind'],
  args: readonly PhysicalExpr[],
  { name: column, distinct }: df.PhysicalWindowExprNode,
  schema: Schema,
  functions: FunctionCatalog,
): { readonly function: string; readonly field: Field } {
  const infos = argumentInfos(args, schema);
  if (kind === 'aggregate') {
    const signature = functions.aggregate(name);
    if (signature === undefined) throw new PlanError(`Invalid aggregate function '${name}'`);
    return { function: signature.name, field: { name: column, ...signature.returns(infos, { distinct }) } };
  }
  const signature = functions.window(name);
  if (signature === undefined) throw new PlanError(`Invalid window function '${name}'`);
  return { function: signature.name, field: { name: column, ...signature.returns(infos) } };
}
