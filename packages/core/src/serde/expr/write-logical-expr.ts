import { unreachable } from '../../errors/unreachable.js';
import type { Expr, NullTreatment, SortExpr, Subquery } from '../../expr/expr.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { EncodeOptions } from '../context.js';
import { writeLogicalPlan } from '../logical/write-logical-plan.js';
import { scalarValueToProto } from '../scalar/scalar-value.js';
import { dataTypeToProto } from '../types/data-type.js';
import { fieldToProto, metadataToProto, relationToProto } from '../types/schema.js';
import { enumMapping, message } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { chainOperands } from './operator.js';
import { tableReferenceToProto } from './table-reference.js';
import { windowFrameToProto } from './window-frame.js';

type Arm = Exclude<df.LogicalExprNode['ExprType'], { case: undefined }>;

export const nullTreatments = enumMapping<NullTreatment>({
  respectNulls: df.NullTreatment.RESPECT_NULLS,
  ignoreNulls: df.NullTreatment.IGNORE_NULLS,
});

/** A logical expression as a message. */
export function* writeExpr(expr: Expr, options: EncodeOptions): Task<df.LogicalExprNode> {
  return node(yield* writeArm(expr, options));
}

const node = (arm: Arm): df.LogicalExprNode => message(df.LogicalExprNodeSchema, { ExprType: arm });

/** Expressions in order. */
export const writeExprs = (exprs: readonly Expr[], options: EncodeOptions): Task<df.LogicalExprNode[]> =>
  callAll(exprs, (expr) => writeExpr(expr, options));

export function* writeOptionalExpr(
  expr: Expr | undefined,
  options: EncodeOptions,
): Task<df.LogicalExprNode | undefined> {
  return expr === undefined ? undefined : yield* call(writeExpr(expr, options));
}

export function* writeSortExpr(key: SortExpr, options: EncodeOptions): Task<df.SortExprNode> {
  return message(df.SortExprNodeSchema, {
    expr: yield* call(writeExpr(key.expr, options)),
    asc: key.asc,
    nullsFirst: key.nullsFirst,
  });
}
export const writeSortExprs = (keys: readonly SortExpr[], options: EncodeOptions): Task<df.SortExprNode[]> =>
  callAll(keys, (key) => writeSortExpr(key, options));

export function* writeSubquery(subquery: Subquery, options: EncodeOptions): Task<df.SubqueryNode> {
  return message(df.SubqueryNodeSchema, {
    subquery: yield* call(writeLogicalPlan(subquery.plan, options)),
    outerRefColumns: yield* writeExprs(subquery.outerReferences, options),
  });
}

function* writeArm(expr: Expr, options: EncodeOptions): Task<Arm> {
  const one = (child: Expr): Task<df.LogicalExprNode> => call(writeExpr(child, options));
  switch (expr.kind) {
    case 'Column':
      return {
        case: 'column',
        value: message(common.ColumnSchema, { name: expr.name, relation: relationToProto(expr.relation) }),
      };
    case 'Literal':
      return { case: 'literal', value: scalarValueToProto(expr.value) };
    case 'Alias':
      return {
        case: 'alias',
        value: message(df.AliasNodeSchema, {
          expr: yield* one(expr.expr),
          alias: expr.name,
          relation: expr.relation === undefined ? [] : [tableReferenceToProto(expr.relation)],
          metadata: metadataToProto(undefined),
        }),
      };
    case 'BinaryExpr':
      return {
        case: 'binaryExpr',
        value: message(df.BinaryExprNodeSchema, {
          operands: yield* writeExprs(chainOperands<Expr>(expr), options),
          op: expr.op,
        }),
      };
    case 'Not':
      return { case: 'notExpr', value: message(df.NotSchema, { expr: yield* one(expr.expr) }) };
    case 'Negative':
      return { case: 'negative', value: message(df.NegativeNodeSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNull':
      return { case: 'isNullExpr', value: message(df.IsNullSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNotNull':
      return { case: 'isNotNullExpr', value: message(df.IsNotNullSchema, { expr: yield* one(expr.expr) }) };
    case 'IsTrue':
      return { case: 'isTrue', value: message(df.IsTrueSchema, { expr: yield* one(expr.expr) }) };
    case 'IsFalse':
      return { case: 'isFalse', value: message(df.IsFalseSchema, { expr: yield* one(expr.expr) }) };
    case 'IsUnknown':
      return { case: 'isUnknown', value: message(df.IsUnknownSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNotTrue':
      return { case: 'isNotTrue', value: message(df.IsNotTrueSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNotFalse':
      return { case: 'isNotFalse', value: message(df.IsNotFalseSchema, { expr: yield* one(expr.expr) }) };
    case 'IsNotUnknown':
      return { case: 'isNotUnknown', value: message(df.IsNotUnknownSchema, { expr: yield* one(expr.expr) }) };
    case 'Between':
      return {
        case: 'between',
        value: message(df.BetweenNodeSchema, {
          expr: yield* one(expr.expr),
          negated: expr.negated,
          low: yield* one(expr.low),
          high: yield* one(expr.high),
        }),
      };
    case 'Like': {
      const like = {
        negated: expr.negated,
        expr: yield* one(expr.expr),
        pattern: yield* one(expr.pattern),
        escapeChar: expr.escapeChar ?? '',
      };
      return expr.caseInsensitive
        ? { case: 'ilike', value: message(df.ILikeNodeSchema, like) }
        : { case: 'like', value: message(df.LikeNodeSchema, like) };
    }
    case 'SimilarTo':
      return {
        case: 'similarTo',
        value: message(df.SimilarToNodeSchema, {
          negated: expr.negated,
          expr: yield* one(expr.expr),
          pattern: yield* one(expr.pattern),
          escapeChar: '',
        }),
      };
    case 'Case':
      return {
        case: 'case',
        value: message(df.CaseNodeSchema, {
          expr: yield* writeOptionalExpr(expr.expr, options),
          whenThenExpr: yield* callAll(expr.whenThen, (branch) => writeWhenThen(branch, options)),
          elseExpr: yield* writeOptionalExpr(expr.elseExpr, options),
        }),
      };
    case 'Cast':
    case 'TryCast': {
      const cast = {
        expr: yield* one(expr.expr),
        arrowType: dataTypeToProto(expr.type),
        metadata: metadataToProto(undefined),
        nullable: undefined,
      };
      return expr.kind === 'Cast'
        ? { case: 'cast', value: message(df.CastNodeSchema, cast) }
        : { case: 'tryCast', value: message(df.TryCastNodeSchema, cast) };
    }
    case 'InList':
      return {
        case: 'inList',
        value: message(df.InListNodeSchema, {
          expr: yield* one(expr.expr),
          list: yield* writeExprs(expr.list, options),
          negated: expr.negated,
        }),
      };
    case 'ScalarSubquery':
      return {
        case: 'scalarSubqueryExpr',
        value: message(df.ScalarSubqueryExprNodeSchema, { subquery: yield* writeSubquery(expr.subquery, options) }),
      };
    case 'InSubquery':
      return ext({
        case: 'inSubquery',
        value: message(df.InSubqueryExtSchema, {
          expr: yield* one(expr.expr),
          subquery: yield* writeSubquery(expr.subquery, options),
          negated: expr.negated,
        }),
      });
    case 'Exists':
      return ext({
        case: 'exists',
        value: message(df.ExistsExtSchema, {
          subquery: yield* writeSubquery(expr.subquery, options),
          negated: expr.negated,
        }),
      });
    case 'SetComparison':
      return ext({
        case: 'setComparison',
        value: message(df.SetComparisonExtSchema, {
          expr: yield* one(expr.expr),
          op: expr.op,
          all: expr.quantifier === 'all',
          subquery: yield* writeSubquery(expr.subquery, options),
        }),
      });
    case 'OuterReferenceColumn':
      return ext({
        case: 'outerReference',
        value: message(df.OuterReferenceExtSchema, {
          field: fieldToProto(expr.field),
          column: message(common.ColumnSchema, { name: expr.name, relation: relationToProto(expr.relation) }),
        }),
      });
    case 'ScalarFunction': {
      const value = {
        funName: expr.name,
        args: yield* writeExprs(expr.args, options),
        funDefinition: undefined,
      };
      return expr.args.some((arg) => arg.kind === 'Lambda')
        ? { case: 'higherOrderUdfExpr', value: message(df.HigherOrderUDFExprNodeSchema, value) }
        : { case: 'scalarUdfExpr', value: message(df.ScalarUDFExprNodeSchema, value) };
    }
    case 'AggregateFunction':
      return {
        case: 'aggregateUdfExpr',
        value: message(df.AggregateUDFExprNodeSchema, {
          funName: expr.name,
          args: yield* writeExprs(expr.args, options),
          distinct: expr.distinct,
          filter: yield* writeOptionalExpr(expr.filter, options),
          orderBy: yield* writeSortExprs(expr.orderBy, options),
          funDefinition: undefined,
          nullTreatment: expr.nullTreatment === undefined ? undefined : nullTreatments.toProto(expr.nullTreatment),
        }),
      };
    case 'WindowFunction':
      return {
        case: 'windowExpr',
        value: message(df.WindowExprNodeSchema, {
          windowFunction: { case: expr.functionKind === 'aggregate' ? 'udaf' : 'udwf', value: expr.name },
          exprs: yield* writeExprs(expr.args, options),
          partitionBy: yield* writeExprs(expr.partitionBy, options),
          orderBy: yield* writeSortExprs(expr.orderBy, options),
          windowFrame: windowFrameToProto(expr.frame),
          funDefinition: undefined,
          nullTreatment: expr.nullTreatment === undefined ? undefined : nullTreatments.toProto(expr.nullTreatment),
          distinct: expr.distinct,
          filter: yield* writeOptionalExpr(expr.filter, options),
        }),
      };
    case 'GroupingSet':
      return yield* writeGroupingSet(expr, options);
    case 'Wildcard':
      return {
        case: 'wildcard',
        value: message(df.WildcardSchema, {
          qualifier: expr.qualifier === undefined ? undefined : tableReferenceToProto(expr.qualifier),
        }),
      };
    case 'Placeholder':
      return {
        case: 'placeholder',
        value: message(df.PlaceholderNodeSchema, {
          id: expr.id,
          dataType: expr.field === undefined ? undefined : dataTypeToProto(expr.field.type),
          nullable: expr.field?.nullable,
          metadata: metadataToProto(expr.field?.metadata),
        }),
      };
    case 'Unnest':
      return { case: 'unnest', value: message(df.UnnestSchema, { exprs: yield* writeExprs([expr.expr], options) }) };
    case 'Lambda':
      return {
        case: 'lambda',
        value: message(df.LambdaSchema, { params: [...expr.params], body: yield* one(expr.body) }),
      };
    case 'LambdaVariable':
      return {
        case: 'lambdaVariable',
        value: message(df.LambdaVariableSchema, {
          name: expr.name,
          field: expr.field === undefined ? undefined : fieldToProto(expr.field),
        }),
      };
    default:
      return unreachable(expr, 'expression');
  }
}

const ext = (expr: Exclude<df.LogicalExprExt['expr'], { case: undefined }>): Arm => ({
  case: 'ext',
  value: message(df.LogicalExprExtSchema, { expr }),
});

function* writeWhenThen(
  branch: { readonly when: Expr; readonly then: Expr },
  options: EncodeOptions,
): Task<df.WhenThen> {
  return message(df.WhenThenSchema, {
    whenExpr: yield* call(writeExpr(branch.when, options)),
    thenExpr: yield* call(writeExpr(branch.then, options)),
  });
}

function* writeGroupingSet(expr: Extract<Expr, { kind: 'GroupingSet' }>, options: EncodeOptions): Task<Arm> {
  const lists: df.LogicalExprNode[][] = [];
  for (const set of expr.sets) lists.push(yield* writeExprs(set, options));
  switch (expr.form) {
    case 'cube':
      return { case: 'cube', value: message(df.CubeNodeSchema, { expr: lists.flat() }) };
    case 'rollup':
      return { case: 'rollup', value: message(df.RollupNodeSchema, { expr: lists.flat() }) };
    case 'groupingSets':
      return {
        case: 'groupingSet',
        value: message(df.GroupingSetNodeSchema, {
          expr: lists.map((list) => message(df.LogicalExprListSchema, { expr: list })),
        }),
      };
  }
}
