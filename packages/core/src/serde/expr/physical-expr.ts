import type { Message } from '@bufbuild/protobuf';
import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import { unreachable } from '../../errors/unreachable.js';
import * as df from '../../gen/datafusion_pb.js';
import type { PhysicalExpr, PhysicalSortExpr } from '../../plan/physical/physical-expr.js';
import { scalarValueFromProto, scalarValueToProto } from '../scalar/scalar-value.js';
import { dataTypeFromProto, dataTypeToProto } from '../types/data-type.js';
import { message, required, unsetOneof } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { chainOperands, operatorFromProto } from './operator.js';
import { escapeFromProto, refuseDefinition } from './read-logical-expr.js';

type Arm = Exclude<df.PhysicalExprNode['ExprType'], { case: undefined }>;

/** A physical expression as a message. */
export function* writePhysicalExpr(expr: PhysicalExpr): Task<df.PhysicalExprNode> {
  return message(df.PhysicalExprNodeSchema, { exprId: undefined, ExprType: yield* writeArm(expr) });
}
export const writePhysicalExprs = (exprs: readonly PhysicalExpr[]): Task<df.PhysicalExprNode[]> =>
  callAll(exprs, writePhysicalExpr);

export function* writeOptionalPhysicalExpr(expr: PhysicalExpr | undefined): Task<df.PhysicalExprNode | undefined> {
  return expr === undefined ? undefined : yield* call(writePhysicalExpr(expr));
}

export function* writePhysicalSortExpr(key: PhysicalSortExpr): Task<df.PhysicalSortExprNode> {
  return message(df.PhysicalSortExprNodeSchema, {
    expr: yield* call(writePhysicalExpr(key.expr)),
    asc: key.asc,
    nullsFirst: key.nullsFirst,
  });
}
export const writePhysicalSortExprs = (keys: readonly PhysicalSortExpr[]): Task<df.PhysicalSortExprNode[]> =>
  callAll(keys, writePhysicalSortExpr);

function* writeArm(expr: PhysicalExpr): Task<Arm> {
  const one = (child: PhysicalExpr): Task<df.PhysicalExprNode> => call(writePhysicalExpr(child));
  switch (expr.kind) {
    case 'Column':
      return { case: 'column', value: message(df.PhysicalColumnSchema, { name: expr.name, index: expr.index }) };
    case 'Literal':
      return { case: 'literal', value: scalarValueToProto(expr.value) };
    case 'BinaryExpr':
      return {
        case: 'binaryExpr',
        value: message(df.PhysicalBinaryExprNodeSchema, {
          l: undefined,
          r: undefined,
          op: expr.op,
          operands: yield* writePhysicalExprs(chainOperands<PhysicalExpr>(expr)),
        }),
      };
    case 'Not':
      return { case: 'notExpr', value: message(df.PhysicalNotSchema, { expr: yield* one(expr.expr) }) };
    case 'Negative':
      return { case: 'negative', value: message(df.PhysicalNegativeNodeSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNull':
      return { case: 'isNullExpr', value: message(df.PhysicalIsNullSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNotNull':
      return { case: 'isNotNullExpr', value: message(df.PhysicalIsNotNullSchema, { expr: yield* one(expr.expr) }) };
    case 'Case': {
      const whenThenExpr: df.PhysicalWhenThen[] = [];
      for (const branch of expr.whenThen) {
        whenThenExpr.push(
          message(df.PhysicalWhenThenSchema, { whenExpr: yield* one(branch.when), thenExpr: yield* one(branch.then) }),
        );
      }
      return {
        case: 'case',
        value: message(df.PhysicalCaseNodeSchema, {
          expr: yield* writeOptionalPhysicalExpr(expr.expr),
          whenThenExpr,
          elseExpr: yield* writeOptionalPhysicalExpr(expr.elseExpr),
        }),
      };
    }
    case 'Cast':
    case 'TryCast': {
      const cast = { expr: yield* one(expr.expr), arrowType: dataTypeToProto(expr.type) };
      return expr.kind === 'Cast'
        ? { case: 'cast', value: message(df.PhysicalCastNodeSchema, cast) }
        : { case: 'tryCast', value: message(df.PhysicalTryCastNodeSchema, cast) };
    }
    case 'InList':
      return {
        case: 'inList',
        value: message(df.PhysicalInListNodeSchema, {
          expr: yield* one(expr.expr),
          list: yield* writePhysicalExprs(expr.list),
          negated: expr.negated,
        }),
      };
    case 'Like':
      return {
        case: 'likeExpr',
        value: message(df.PhysicalLikeExprNodeSchema, {
          negated: expr.negated,
          caseInsensitive: expr.caseInsensitive,
          expr: yield* one(expr.expr),
          pattern: yield* one(expr.pattern),
          escapeChar: expr.escapeChar,
        }),
      };
    case 'ScalarFunction':
      return {
        case: 'scalarUdf',
        value: message(df.PhysicalScalarUdfNodeSchema, {
          name: expr.name,
          args: yield* writePhysicalExprs(expr.args),
          funDefinition: undefined,
          returnType: dataTypeToProto(expr.returnType),
          nullable: expr.nullable,
          returnFieldName: expr.name,
        }),
      };
    default:
      return unreachable(expr, 'physical expression');
  }
}

/** A physical expression from its message. @throws DecodeError for what is not one, NotYetSupportedError for a kind we know of. */
export function* readPhysicalExpr(proto: df.PhysicalExprNode): Task<PhysicalExpr> {
  const arm = proto.ExprType;
  const one = (child: df.PhysicalExprNode | undefined, field: string): Task<PhysicalExpr> =>
    call(readPhysicalExpr(required(child, arm.value as Message, field)));
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'ExprType');
    case 'column':
      return { kind: 'Column', name: arm.value.name, index: arm.value.index };
    case 'literal':
      return { kind: 'Literal', value: scalarValueFromProto(arm.value) };
    case 'binaryExpr': {
      const op = operatorFromProto(arm.value.op, arm.value);
      // Older senders fill the two sides instead of the list.
      const operands =
        arm.value.operands.length > 0
          ? yield* readPhysicalExprs(arm.value.operands)
          : [yield* one(arm.value.l, 'l'), yield* one(arm.value.r, 'r')];
      if (operands.length < 2) throw new DecodeError(`${arm.value.$typeName}.operands has ${operands.length} entries`);
      return operands.reduce((left, right) => ({ kind: 'BinaryExpr', left, op, right }));
    }
    case 'notExpr':
      return { kind: 'Not', expr: yield* one(arm.value.expr, 'expr') };
    case 'negative':
      return { kind: 'Negative', expr: yield* one(arm.value.expr, 'expr') };
    case 'isNullExpr':
      return { kind: 'IsNull', expr: yield* one(arm.value.expr, 'expr') };
    case 'isNotNullExpr':
      return { kind: 'IsNotNull', expr: yield* one(arm.value.expr, 'expr') };
    case 'case': {
      const subject = yield* readOptionalPhysicalExpr(arm.value.expr);
      const whenThen: { when: PhysicalExpr; then: PhysicalExpr }[] = [];
      for (const branch of arm.value.whenThenExpr) {
        const when = yield* call(readPhysicalExpr(required(branch.whenExpr, branch, 'when_expr')));
        whenThen.push({ when, then: yield* call(readPhysicalExpr(required(branch.thenExpr, branch, 'then_expr'))) });
      }
      const elseExpr = yield* readOptionalPhysicalExpr(arm.value.elseExpr);
      return {
        kind: 'Case',
        ...(subject !== undefined && { expr: subject }),
        whenThen,
        ...(elseExpr !== undefined && { elseExpr }),
      };
    }
    case 'cast':
    case 'tryCast':
      return {
        kind: arm.case === 'cast' ? 'Cast' : 'TryCast',
        expr: yield* one(arm.value.expr, 'expr'),
        type: dataTypeFromProto(required(arm.value.arrowType, arm.value, 'arrow_type')),
      };
    case 'inList':
      return {
        kind: 'InList',
        expr: yield* one(arm.value.expr, 'expr'),
        list: yield* readPhysicalExprs(arm.value.list),
        negated: arm.value.negated,
      };
    case 'likeExpr':
      return {
        kind: 'Like',
        expr: yield* one(arm.value.expr, 'expr'),
        pattern: yield* one(arm.value.pattern, 'pattern'),
        negated: arm.value.negated,
        caseInsensitive: arm.value.caseInsensitive,
        ...escapeFromProto(arm.value.escapeChar ?? '', arm.value),
      };
    case 'scalarUdf':
      refuseDefinition(arm.value.funDefinition, arm.value.name);
      return {
        kind: 'ScalarFunction',
        name: arm.value.name,
        args: yield* readPhysicalExprs(arm.value.args),
        returnType: dataTypeFromProto(required(arm.value.returnType, arm.value, 'return_type')),
        nullable: arm.value.nullable,
      };
    case 'aggregateExpr':
    case 'windowExpr':
    case 'sort':
      throw new DecodeError(`${proto.$typeName} holds a ${arm.case} where a plain expression is expected`);
    case 'unknownColumn':
      throw new DecodeError(`the column ${JSON.stringify(arm.value.name.slice(0, 60))} has no position`);
    case 'extension':
      throw new NotYetSupportedError('a physical extension expression');
    case 'hashExpr':
      throw new NotYetSupportedError('a hash expression in a physical plan');
    case 'scalarSubquery':
      throw new NotYetSupportedError('a scalar subquery in a physical plan', 'it is planned as a join');
    case 'dynamicFilter':
      throw new NotYetSupportedError('a dynamic filter in a physical plan');
    case 'higherOrderUdf':
    case 'lambda':
    case 'lambdaVariable':
      throw new NotYetSupportedError('a lambda in a physical plan');
  }
}

export const readPhysicalExprs = (protos: readonly df.PhysicalExprNode[]): Task<PhysicalExpr[]> =>
  callAll(protos, readPhysicalExpr);

export function* readOptionalPhysicalExpr(proto: df.PhysicalExprNode | undefined): Task<PhysicalExpr | undefined> {
  return proto === undefined ? undefined : yield* call(readPhysicalExpr(proto));
}

export function* readPhysicalSortExpr(proto: df.PhysicalSortExprNode): Task<PhysicalSortExpr> {
  return {
    expr: yield* call(readPhysicalExpr(required(proto.expr, proto, 'expr'))),
    asc: proto.asc,
    nullsFirst: proto.nullsFirst,
  };
}
export const readPhysicalSortExprs = (protos: readonly df.PhysicalSortExprNode[]): Task<PhysicalSortExpr[]> =>
  callAll(protos, readPhysicalSortExpr);
