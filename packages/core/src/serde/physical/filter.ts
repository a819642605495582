import * as df from '../../gen/datafusion_pb.js';
import { planSchema } from '../../plan/physical/definitions.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { FilterExec } from '../../plan/physical/filter-exec.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readPhysicalExpr, writePhysicalExpr } from '../expr/physical-expr.js';
import { message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

/** The wire has no absent projection here: all columns in their order are none, and no columns are no columns. */
export function* writeFilter(plan: FilterExec, options: EncodeOptions): Task<df.FilterExecNode> {
  return message(df.FilterExecNodeSchema, {
    input: yield* call(writePhysicalPlan(plan.input, options)),
    expr: yield* call(writePhysicalExpr(plan.predicate)),
    defaultFilterSelectivity: Math.round(plan.defaultSelectivity),
    projection: [...(plan.projection ?? planSchema(plan.input).fields.keys())],
    batchSize: 8192,
    fetch: undefined,
  });
}

/** A filter that also limits is a limit over a filter. */
export function* readFilter(proto: df.FilterExecNode, options: DecodeOptions): Task<ExecutionPlan> {
  const input = yield* call(readPhysicalPlan(required(proto.input, proto, 'input'), options));
  const predicate = yield* call(readPhysicalExpr(required(proto.expr, proto, 'expr')));
  const width = planSchema(input).fields.length;
  const all = proto.projection.length === width && proto.projection.every((column, index) => column === index);
  const filter: FilterExec = {
    kind: 'FilterExec',
    predicate,
    ...(!all && { projection: proto.projection }),
    defaultSelectivity: proto.defaultFilterSelectivity,
    input,
  };
  return proto.fetch === undefined ? filter : { kind: 'LocalLimitExec', fetch: proto.fetch, input: filter };
}
