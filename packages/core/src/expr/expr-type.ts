import { InternalError, PlanError } from '../errors/errors.js';
import { unreachable } from '../errors/unreachable.js';
import { schemaOf } from '../plan/logical/definitions.js';
import type {
  AggregateFunctionSignature,
  ArgumentInfo,
  FunctionCatalog,
  ReturnInfo,
} from '../ports/function-catalog.js';
import { foldTree } from '../tree.js';
import { Boolean_, type DataType } from '../types/data-type.js';
import { formatDataType } from '../types/format.js';
import { binarySignature, commonType } from './binary-types.js';
import { type DFField, type DFSchema, findColumn, formatColumn } from './df-schema.js';
import type { Expr } from './expr.js';
import { exprShape } from './expr-tree.js';
import { exprName } from './format-expr.js';
import { formatTableReference, quoteIdentifier } from './table-reference.js';

/** What typing needs to know besides the expression. */
export interface TypingContext {
  readonly schema: DFSchema;
  readonly functions: FunctionCatalog;
}

/**
 * Type and nullability of an expression over columns of a schema, as it would be after coercion of its operands.
 *
 * @throws PlanError for unknown columns and functions and for operands that do not fit.
 */
export const exprReturn = (expr: Expr, context: TypingContext): ReturnInfo =>
  foldTree<Expr, ReturnInfo>(exprShape, expr, (part, operands) => returnOf(part, operands, context));

export const exprType = (expr: Expr, context: TypingContext): DataType => exprReturn(expr, context).type;
export const exprNullable = (expr: Expr, context: TypingContext): boolean => exprReturn(expr, context).nullable;

/** The column an expression makes: name, table, type, nullability; metadata of a plain column survives. */
export function exprToField(expr: Expr, context: TypingContext): DFField {
  if (expr.kind === 'Column') return columnField(expr, context.schema);
  if (expr.kind === 'OuterReferenceColumn') {
    return { field: expr.field, ...(expr.relation !== undefined && { qualifier: expr.relation }) };
  }
  if (expr.kind === 'Alias') {
    const inner = exprToField(expr.expr, context).field;
    return { field: { ...inner, name: expr.name }, ...(expr.relation !== undefined && { qualifier: expr.relation }) };
  }
  return { field: { name: exprName(expr), ...exprReturn(expr, context) } };
}

/** The columns a list of expressions makes. */
export const exprsToSchema = (exprs: readonly Expr[], context: TypingContext): DFSchema => ({
  fields: exprs.map((expr) => exprToField(expr, context)),
});

/** @throws PlanError naming the columns there are. */
export function columnField(of: Extract<Expr, { kind: 'Column' }>, schema: DFSchema): DFField {
  const index = findColumn(schema, of.name, of.relation);
  const found = index === undefined ? undefined : schema.fields[index];
  if (found !== undefined) return found;
  const written =
    of.relation === undefined
      ? quoteIdentifier(of.name)
      : `${formatTableReference(of.relation)}.${quoteIdentifier(of.name)}`;
  const valid = schema.fields.slice(0, 20).map(formatColumn).join(', ');
  throw new PlanError(
    `Schema error: No field named ${written}.${schema.fields.length === 0 ? ' There are no columns here.' : ` Valid fields are ${valid}${schema.fields.length > 20 ? ', ...' : ''}.`}`,
  );
}

/** One step of `exprReturn`: the result of an expression whose operands (as `exprChildren` lists them) are typed already. */
export function returnOf(expr: Expr, operands: readonly ReturnInfo[], context: TypingContext): ReturnInfo {
  const anyNullable = operands.some((one) => one.nullable);
  switch (expr.kind) {
    case 'Column': {
      const { field } = columnField(expr, context.schema);
      return { type: field.type, nullable: field.nullable };
    }
    case 'OuterReferenceColumn':
      return { type: expr.field.type, nullable: expr.field.nullable };
    case 'Literal':
      return { type: expr.value.type, nullable: expr.value.value === null };
    case 'Alias':
    case 'Negative':
      return operands[0]!;
    case 'Unnest': {
      const { type } = operands[0]!;
      return { type: 'field' in type ? type.field.type : type, nullable: true };
    }
    case 'BinaryExpr':
      return {
        type: binarySignature(operands[0]!.type, expr.op, operands[1]!.type).result,
        nullable: expr.op !== 'IsDistinctFrom' && expr.op !== 'IsNotDistinctFrom' && anyNullable,
      };
    case 'Not':
    case 'Between':
    case 'Like':
    case 'SimilarTo':
    case 'InList':
      return { type: Boolean_, nullable: anyNullable };
    case 'InSubquery':
    case 'SetComparison':
      return {
        type: Boolean_,
        nullable: anyNullable || (schemaOf(expr.subquery.plan).fields[0]?.field.nullable ?? true),
      };
    case 'Exists':
    case 'IsNull':
    case 'IsNotNull':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown':
      return { type: Boolean_, nullable: false };
    case 'ScalarSubquery': {
      const [first] = schemaOf(expr.subquery.plan).fields;
      if (first === undefined) throw new PlanError('a scalar subquery must have one column, this one has none');
      return { type: first.field.type, nullable: true };
    }
    case 'Cast':
      return { type: expr.type, nullable: anyNullable };
    case 'TryCast':
      return { type: expr.type, nullable: true };
    case 'Case': {
      const offset = expr.expr === undefined ? 0 : 1;
      const branches = [
        ...expr.whenThen.map((_arm, index) => operands[offset + 2 * index + 1]!),
        ...(expr.elseExpr === undefined ? [] : [operands[operands.length - 1]!]),
      ];
      const type = commonType(branches.map((one) => one.type));
      if (type === undefined) {
        throw new PlanError(
          `the branches of CASE have types without a common one: ${branches.map((one) => formatDataType(one.type)).join(', ')}`,
        );
      }
      return { type, nullable: expr.elseExpr === undefined || branches.some((one) => one.nullable) };
    }
    case 'ScalarFunction': {
      const signature = context.functions.scalar(expr.name);
      if (signature === undefined) throw new PlanError(`Invalid function '${expr.name}'`);
      return signature.returns(coerced(signature.coerce, argumentInfos(expr.args, operands)));
    }
    case 'AggregateFunction':
      return aggregateReturn(expr.name, argumentInfos(expr.args, operands), expr.distinct, context.functions);
    case 'WindowFunction': {
      const args = argumentInfos(expr.args, operands);
      if (expr.functionKind === 'aggregate') {
        const result = aggregateReturn(expr.name, args, expr.distinct, context.functions);
        // A frame can be empty, so an aggregate over it can be NULL even if it never is over a group.
        return { ...result, nullable: result.nullable };
      }
      const signature = context.functions.window(expr.name);
      if (signature === undefined) throw new PlanError(`Invalid window function '${expr.name}'`);
      return signature.returns(coerced(signature.coerce, args));
    }
    case 'Placeholder':
      return expr.field === undefined
        ? { type: { kind: 'Null' }, nullable: true }
        : { type: expr.field.type, nullable: expr.field.nullable };
    case 'LambdaVariable':
      return expr.field === undefined
        ? { type: { kind: 'Null' }, nullable: true }
        : { type: expr.field.type, nullable: expr.field.nullable };
    case 'Lambda':
      return operands[0]!;
    case 'Wildcard':
    case 'GroupingSet':
      throw new InternalError(`${exprName(expr)} has no type of its own; the binder should have expanded it`);
    default:
      return unreachable(expr, 'expression');
  }
}

/** Types, nullability and constant values of call arguments. */
export const argumentInfos = (args: readonly Expr[], operands: readonly ReturnInfo[]): ArgumentInfo[] =>
  args.map((arg, index) => ({
    type: operands[index]!.type,
    nullable: operands[index]!.nullable,
    ...(arg.kind === 'Literal' && { constant: arg.value.value }),
  }));

/** The arguments as they are after the casts that the signature asks for. */
export const coerced = (
  coerce: (args: readonly ArgumentInfo[]) => readonly DataType[],
  args: readonly ArgumentInfo[],
): ArgumentInfo[] => {
  const types = coerce(args);
  return args.map((arg, index) => ({ ...arg, type: types[index]! }));
};

function aggregateReturn(
  name: string,
  args: readonly ArgumentInfo[],
  distinct: boolean,
  functions: FunctionCatalog,
): ReturnInfo {
  const signature: AggregateFunctionSignature | undefined = functions.aggregate(name);
  if (signature === undefined) throw new PlanError(`Invalid aggregate function '${name}'`);
  return signature.returns(coerced(signature.coerce, args), { distinct });
}
