import type { Message } from '@bufbuild/protobuf';
import { DecodeError, NotYetSupportedError, PlanError } from '../../errors/errors.js';
import type { Expr, OuterReferenceExpr, SortExpr, Subquery } from '../../expr/expr.js';
import type * as common from '../../gen/datafusion_common_pb.js';
import type * as df from '../../gen/datafusion_pb.js';
import type { DecodeOptions } from '../context.js';
import { readLogicalPlan } from '../logical/read-logical-plan.js';
import { scalarValueFromProto } from '../scalar/scalar-value.js';
import { dataTypeFromProto } from '../types/data-type.js';
import { fieldFromProto, metadataFromProto, relationFromProto } from '../types/schema.js';
import { required, unsetOneof } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { operatorFromProto } from './operator.js';
import { tableReferenceFromProto } from './table-reference.js';
import { windowFrameFromProto } from './window-frame.js';
import { nullTreatments } from './write-logical-expr.js';

/**
 * A logical expression from its message.
 *
 * @throws DecodeError for what is not an expression, PlanError for a function that the catalog does not know.
 */
export function* readExpr(proto: df.LogicalExprNode, options: DecodeOptions): Task<Expr> {
  const arm = proto.ExprType;
  /** A required operand. */
  const one = (child: df.LogicalExprNode | undefined, field: string): Task<Expr> =>
    call(readExpr(required(child, arm.value as Message, field), options));
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'ExprType');
    case 'column':
      return { kind: 'Column', ...columnFromProto(arm.value) };
    case 'literal':
      return { kind: 'Literal', value: scalarValueFromProto(arm.value) };
    case 'alias': {
      // Metadata of an alias carries extension types, which no type of ours has.
      const [relation] = arm.value.relation;
      return {
        kind: 'Alias',
        expr: yield* one(arm.value.expr, 'expr'),
        name: arm.value.alias,
        ...(relation !== undefined && { relation: tableReferenceFromProto(relation) }),
      };
    }
    case 'binaryExpr': {
      const op = operatorFromProto(arm.value.op, arm.value);
      const operands = yield* readExprs(arm.value.operands, options);
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
    case 'isTrue':
      return { kind: 'IsTrue', expr: yield* one(arm.value.expr, 'expr') };
    case 'isFalse':
      return { kind: 'IsFalse', expr: yield* one(arm.value.expr, 'expr') };
    case 'isUnknown':
      return { kind: 'IsUnknown', expr: yield* one(arm.value.expr, 'expr') };
    case 'isNotTrue':
      return { kind: 'IsNotTrue', expr: yield* one(arm.value.expr, 'expr') };
    case 'isNotFalse':
      return { kind: 'IsNotFalse', expr: yield* one(arm.value.expr, 'expr') };
    case 'isNotUnknown':
      return { kind: 'IsNotUnknown', expr: yield* one(arm.value.expr, 'expr') };
    case 'between':
      return {
        kind: 'Between',
        expr: yield* one(arm.value.expr, 'expr'),
        negated: arm.value.negated,
        low: yield* one(arm.value.low, 'low'),
        high: yield* one(arm.value.high, 'high'),
      };
    case 'like':
    case 'ilike':
      return {
        kind: 'Like',
        expr: yield* one(arm.value.expr, 'expr'),
        pattern: yield* one(arm.value.pattern, 'pattern'),
        negated: arm.value.negated,
        caseInsensitive: arm.case === 'ilike',
        ...escapeFromProto(arm.value.escapeChar, arm.value),
      };
    case 'similarTo':
      if (arm.value.escapeChar !== '') throw new NotYetSupportedError('SIMILAR TO with an escape character');
      return {
        kind: 'SimilarTo',
        expr: yield* one(arm.value.expr, 'expr'),
        pattern: yield* one(arm.value.pattern, 'pattern'),
        negated: arm.value.negated,
      };
    case 'case': {
      const subject = yield* readOptionalExpr(arm.value.expr, options);
      const whenThen = yield* callAll(arm.value.whenThenExpr, (branch) => readWhenThen(branch, options));
      const elseExpr = yield* readOptionalExpr(arm.value.elseExpr, options);
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
        list: yield* readExprs(arm.value.list, options),
        negated: arm.value.negated,
      };
    case 'scalarSubqueryExpr':
      return {
        kind: 'ScalarSubquery',
        subquery: yield* readSubquery(required(arm.value.subquery, arm.value, 'subquery'), options),
      };
    case 'ext':
      return yield* readExt(arm.value, options);
    case 'scalarUdfExpr':
    case 'higherOrderUdfExpr': {
      refuseDefinition(arm.value.funDefinition, arm.value.funName);
      const signature = options.functions.scalar(arm.value.funName);
      if (signature === undefined) throw new PlanError(`Invalid function '${arm.value.funName}'`);
      return { kind: 'ScalarFunction', name: signature.name, args: yield* readExprs(arm.value.args, options) };
    }
    case 'aggregateUdfExpr': {
      const { value } = arm;
      refuseDefinition(value.funDefinition, value.funName);
      const args = yield* readExprs(value.args, options);
      const filter = yield* readOptionalExpr(value.filter, options);
      return {
        kind: 'AggregateFunction',
        name: aggregateName(value.funName, options),
        args,
        distinct: value.distinct,
        ...(filter !== undefined && { filter }),
        orderBy: yield* readSortExprs(value.orderBy, options),
        ...nullTreatmentFromProto(value.nullTreatment, value),
      };
    }
    case 'windowExpr':
      return yield* readWindowFunction(arm.value, options);
    case 'groupingSet': {
      const sets: Expr[][] = [];
      for (const list of arm.value.expr) sets.push(yield* readExprs(list.expr, options));
      return { kind: 'GroupingSet', form: 'groupingSets', sets };
    }
    case 'cube':
    case 'rollup':
      return { kind: 'GroupingSet', form: arm.case, sets: [yield* readExprs(arm.value.expr, options)] };
    case 'wildcard':
      return {
        kind: 'Wildcard',
        ...(arm.value.qualifier !== undefined && { qualifier: tableReferenceFromProto(arm.value.qualifier) }),
      };
    case 'placeholder': {
      const { id, dataType, nullable, metadata } = arm.value;
      if (dataType === undefined) return { kind: 'Placeholder', id };
      const field = {
        name: id,
        type: dataTypeFromProto(dataType),
        nullable: nullable ?? true,
        ...metadataFromProto(metadata),
      };
      return { kind: 'Placeholder', id, field };
    }
    case 'unnest': {
      const [first, ...others] = yield* readExprs(arm.value.exprs, options);
      if (first === undefined || others.length > 0) {
        throw new DecodeError(`${arm.value.$typeName}.exprs has ${arm.value.exprs.length} entries instead of one`);
      }
      return { kind: 'Unnest', expr: first };
    }
    case 'lambda':
      return { kind: 'Lambda', params: arm.value.params, body: yield* one(arm.value.body, 'body') };
    case 'lambdaVariable':
      return {
        kind: 'LambdaVariable',
        name: arm.value.name,
        ...(arm.value.field !== undefined && { field: fieldFromProto(arm.value.field) }),
      };
  }
}

export const readExprs = (protos: readonly df.LogicalExprNode[], options: DecodeOptions): Task<Expr[]> =>
  callAll(protos, (proto) => readExpr(proto, options));

export function* readOptionalExpr(
  proto: df.LogicalExprNode | undefined,
  options: DecodeOptions,
): Task<Expr | undefined> {
  return proto === undefined ? undefined : yield* call(readExpr(proto, options));
}

export function* readSortExpr(proto: df.SortExprNode, options: DecodeOptions): Task<SortExpr> {
  return {
    expr: yield* call(readExpr(required(proto.expr, proto, 'expr'), options)),
    asc: proto.asc,
    nullsFirst: proto.nullsFirst,
  };
}
export const readSortExprs = (protos: readonly df.SortExprNode[], options: DecodeOptions): Task<SortExpr[]> =>
  callAll(protos, (proto) => readSortExpr(proto, options));

function* readSubquery(proto: df.SubqueryNode, options: DecodeOptions): Task<Subquery> {
  const plan = yield* call(readLogicalPlan(required(proto.subquery, proto, 'subquery'), options));
  const outerReferences = (yield* readExprs(proto.outerRefColumns, options)).map((expr): OuterReferenceExpr => {
    if (expr.kind === 'OuterReferenceColumn') return expr;
    throw new DecodeError(`${proto.$typeName}.outer_ref_columns holds a ${expr.kind}`);
  });
  return { plan, outerReferences };
}

function* readExt(proto: df.LogicalExprExt, options: DecodeOptions): Task<Expr> {
  const arm = proto.expr;
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'expr');
    case 'inSubquery':
      return {
        kind: 'InSubquery',
        expr: yield* call(readExpr(required(arm.value.expr, arm.value, 'expr'), options)),
        subquery: yield* readSubquery(required(arm.value.subquery, arm.value, 'subquery'), options),
        negated: arm.value.negated,
      };
    case 'exists':
      return {
        kind: 'Exists',
        subquery: yield* readSubquery(required(arm.value.subquery, arm.value, 'subquery'), options),
        negated: arm.value.negated,
      };
    case 'setComparison':
      return {
        kind: 'SetComparison',
        expr: yield* call(readExpr(required(arm.value.expr, arm.value, 'expr'), options)),
        op: operatorFromProto(arm.value.op, arm.value),
        quantifier: arm.value.all ? 'all' : 'any',
        subquery: yield* readSubquery(required(arm.value.subquery, arm.value, 'subquery'), options),
      };
    case 'outerReference':
      return {
        kind: 'OuterReferenceColumn',
        field: fieldFromProto(required(arm.value.field, arm.value, 'field')),
        ...columnFromProto(required(arm.value.column, arm.value, 'column')),
      };
  }
}

function* readWhenThen(proto: df.WhenThen, options: DecodeOptions): Task<{ when: Expr; then: Expr }> {
  return {
    when: yield* call(readExpr(required(proto.whenExpr, proto, 'when_expr'), options)),
    then: yield* call(readExpr(required(proto.thenExpr, proto, 'then_expr'), options)),
  };
}

function* readWindowFunction(proto: df.WindowExprNode, options: DecodeOptions): Task<Expr> {
  const called = proto.windowFunction;
  if (called.case === undefined) throw unsetOneof(proto, 'window_function');
  refuseDefinition(proto.funDefinition, called.value);
  const args = yield* readExprs(proto.exprs, options);
  const partitionBy = yield* readExprs(proto.partitionBy, options);
  const orderBy = yield* readSortExprs(proto.orderBy, options);
  const filter = yield* readOptionalExpr(proto.filter, options);
  return {
    kind: 'WindowFunction',
    name: called.case === 'udaf' ? aggregateName(called.value, options) : windowName(called.value, options),
    functionKind: called.case === 'udaf' ? 'aggregate' : 'window',
    args,
    partitionBy,
    orderBy,
    frame: windowFrameFromProto(required(proto.windowFrame, proto, 'window_frame')),
    ...nullTreatmentFromProto(proto.nullTreatment, proto),
    distinct: proto.distinct,
    ...(filter !== undefined && { filter }),
  };
}

/** A column's name and table. */
export function columnFromProto(proto: common.Column): Pick<Extract<Expr, { kind: 'Column' }>, 'name' | 'relation'> {
  const relation = relationFromProto(proto.relation);
  return relation === undefined ? { name: proto.name } : { relation, name: proto.name };
}

export function escapeFromProto(text: string, owner: Message): { readonly escapeChar?: string } {
  if (text === '') return {};
  if ([...text].length !== 1)
    throw new DecodeError(`${owner.$typeName}.escape_char is ${JSON.stringify(text.slice(0, 20))}`);
  return { escapeChar: text };
}

const nullTreatmentFromProto = (value: df.NullTreatment | undefined, owner: Message) =>
  value === undefined ? {} : { nullTreatment: nullTreatments.fromProto(value, owner, 'null_treatment') };

/** Functions are registered under the same name on both sides; a definition that travels would need a codec. */
export function refuseDefinition(definition: Uint8Array | undefined, name: string): void {
  if (definition !== undefined) throw new NotYetSupportedError('a function definition inside a plan', name);
}

function aggregateName(name: string, options: DecodeOptions): string {
  const signature = options.functions.aggregate(name);
  if (signature === undefined) throw new PlanError(`Invalid aggregate function '${name}'`);
  return signature.name;
}

function windowName(name: string, options: DecodeOptions): string {
  const signature = options.functions.window(name);
  if (signature === undefined) throw new PlanError(`Invalid window function '${name}'`);
  return signature.name;
}
