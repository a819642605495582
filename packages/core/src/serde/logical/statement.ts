import * as df from '../../gen/datafusion_pb.js';
import type { StatementPlan } from '../../plan/logical/statement.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readExprs } from '../expr/read-logical-expr.js';
import { writeExprs } from '../expr/write-logical-expr.js';
import { dataTypeFromProto, dataTypeToProto } from '../types/data-type.js';
import { fieldFromProto, fieldToProto } from '../types/schema.js';
import { message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readLogicalPlan } from './read-logical-plan.js';
import { writeLogicalPlan } from './write-logical-plan.js';

type Arm = Exclude<df.LogicalPlanNode['LogicalPlanType'], { case: undefined }>;
type ExtArm = Exclude<df.LogicalPlanExt['plan'], { case: undefined }>;

/** Statements that change a session. */
export function* writeStatement(plan: StatementPlan, options: EncodeOptions): Task<Arm> {
  if (plan.kind === 'Prepare') {
    return {
      case: 'prepare',
      value: message(df.PrepareNodeSchema, {
        name: plan.name,
        dataTypes: plan.parameters.map((one) => dataTypeToProto(one.type)),
        input: yield* call(writeLogicalPlan(plan.input, options)),
        fields: plan.parameters.map((one) => fieldToProto(one)),
      }),
    };
  }
  return { case: 'ext', value: message(df.LogicalPlanExtSchema, { plan: yield* writeExt(plan, options) }) };
}

function* writeExt(plan: Exclude<StatementPlan, { kind: 'Prepare' }>, options: EncodeOptions): Task<ExtArm> {
  switch (plan.kind) {
    case 'SetVariable':
      return {
        case: 'setVariable',
        value: message(df.SetVariableExtSchema, { variable: plan.variable, value: plan.value }),
      };
    case 'ResetVariable':
      return { case: 'resetVariable', value: message(df.ResetVariableExtSchema, { variable: plan.variable }) };
    case 'Execute':
      return {
        case: 'execute',
        value: message(df.ExecuteExtSchema, {
          name: plan.name,
          parameters: yield* writeExprs(plan.parameters, options),
        }),
      };
    case 'Deallocate':
      return { case: 'deallocate', value: message(df.DeallocateExtSchema, { name: plan.name }) };
    case 'TransactionStart':
    case 'TransactionEnd':
      return {
        case: 'transaction',
        value: message(df.TransactionExtSchema, { start: plan.kind === 'TransactionStart', commit: plan.commit }),
      };
  }
}

/** Older senders give the types alone. */
export function* readPrepare(proto: df.PrepareNode, options: DecodeOptions): Task<StatementPlan> {
  const parameters =
    proto.fields.length > 0
      ? proto.fields.map((one) => fieldFromProto(one))
      : proto.dataTypes.map((type, index) => ({
          name: `$${index + 1}`,
          type: dataTypeFromProto(type),
          nullable: true,
        }));
  return {
    kind: 'Prepare',
    name: proto.name,
    parameters,
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
  };
}

export function* readExecute(proto: df.ExecuteExt, options: DecodeOptions): Task<StatementPlan> {
  return { kind: 'Execute', name: proto.name, parameters: yield* readExprs(proto.parameters, options) };
}

export const readTransaction = (proto: df.TransactionExt): StatementPlan => ({
  kind: proto.start ? 'TransactionStart' : 'TransactionEnd',
  commit: proto.commit,
});
