import {
  type AggregateFunctionExpr,
  type ArgumentInfo,
  argumentInfos,
  Boolean_,
  binarySignature,
  cast,
  commonType,
  comparisonType,
  type DataType,
  dataTypeEquals,
  decimal128,
  type Expr,
  exprShape,
  type FunctionSignature,
  foldTree,
  formatDataType,
  formatExpr,
  isComparison,
  isDecimal,
  isFloat,
  type LiteralExpr,
  PlanError,
  type ReturnInfo,
  returnOf,
  type ScalarFunctionExpr,
  schemaOf,
  someExpr,
  type TypingContext,
  type WindowFunctionExpr,
  withExprChildren,
} from '@ballista-ts/core';
import { createPhysicalExpr } from '../physical/create-physical-expr.js';
import type { PlanningContext } from '../planning-context.js';
import { coerceFrame } from './coerce-frame.js';

/** What coercion needs besides the plan: rewritten subqueries come from whoever walks the plan. */
export interface CoercionContext extends TypingContext {
  readonly planning: PlanningContext;
  /** An expression that holds a subquery, with the subquery's plan coerced. */
  readonly subquery: (expr: Expr) => Expr;
}

interface Coerced extends ReturnInfo {
  readonly expr: Expr;
}

/**
 * Puts the casts into an expression that its operators and functions need: afterwards every operand has the very type it is
 * computed with. Casts of constants are carried out. One pass, no recursion: chains of thousands of operators are real.
 *
 * @throws PlanError where no cast can make operands fit.
 */
export const coerceExpr = (expr: Expr, context: CoercionContext): Expr =>
  foldTree<Expr, Coerced>(exprShape, expr, (part, operands) => coercePart(part, operands, context)).expr;

/** The same, with a cast to a given type on top where needed. */
export function coerceTo(expr: Expr, type: DataType, context: CoercionContext): Expr {
  const coerced = foldTree<Expr, Coerced>(exprShape, expr, (part, operands) => coercePart(part, operands, context));
  return castTo(coerced, type, context).expr;
}

/** A condition. @throws PlanError when it is not boolean. */
export function coerceCondition(expr: Expr, context: CoercionContext, where: string): Expr {
  const coerced = foldTree<Expr, Coerced>(exprShape, expr, (part, operands) => coercePart(part, operands, context));
  if (coerced.type.kind !== 'Boolean' && coerced.type.kind !== 'Null') {
    throw new PlanError(`${where} must be boolean, ${formatExpr(expr)} is ${formatDataType(coerced.type)}`);
  }
  return castTo(coerced, Boolean_, context).expr;
}

function coercePart(original: Expr, operands: readonly Coerced[], context: CoercionContext): Coerced {
  const part = 'subquery' in original ? context.subquery(original) : original;
  const fitted = fit(part, operands, context);
  const same = fitted.every((one, index) => one.expr === operands[index]!.expr) && sameChildren(part, fitted);
  const rebuilt = same
    ? part
    : withExprChildren(
        part,
        fitted.map((one) => one.expr),
      );
  const expr = rebuilt.kind === 'WindowFunction' ? coerceFrame(rebuilt, fitted, context.planning) : rebuilt;
  // Last, because the type of some parts is the very object that came in for their operand.
  return { ...typeOf(expr, fitted, context), expr };
}

/** A set of grouping sets has no type; what it holds has. */
const typeOf = (expr: Expr, operands: readonly ReturnInfo[], context: CoercionContext): ReturnInfo =>
  expr.kind === 'GroupingSet' ? { type: { kind: 'Null' }, nullable: true } : returnOf(expr, operands, context);

const sameChildren = (part: Expr, fitted: readonly Coerced[]): boolean => {
  const children = exprShape.children(part);
  return fitted.every((one, index) => one.expr === children[index]);
};

/** The operand with a cast on top, carried out when it is a constant. */
function castTo(of: Coerced, type: DataType, context: CoercionContext): Coerced {
  if (dataTypeEquals(of.type, type)) return of;
  return { expr: foldCast(of.expr, type, context.planning), type, nullable: of.nullable };
}

/** A cast of a constant as a constant; one that fails stays, as its row may never be reached. */
export function foldCast(expr: Expr, type: DataType, planning: PlanningContext): Expr {
  if (expr.kind === 'Literal') {
    if (expr.value.value === null) return { kind: 'Literal', value: { type, value: null } } satisfies LiteralExpr;
    try {
      return { kind: 'Literal', value: planning.evaluate({ kind: 'Cast', expr, type }) };
    } catch {
      return cast(expr, type);
    }
  }
  return cast(expr, type);
}

function fit(part: Expr, operands: readonly Coerced[], context: CoercionContext): readonly Coerced[] {
  const to = (index: number, type: DataType): Coerced => castTo(operands[index]!, type, context);
  switch (part.kind) {
    case 'BinaryExpr': {
      const [left, right] = isComparison(part.op) ? exactConstants(operands, context) : operands;
      const signature = binarySignature(left!.type, part.op, right!.type);
      return [castTo(left!, signature.left, context), castTo(right!, signature.right, context)];
    }
    case 'Not':
    case 'IsTrue':
    case 'IsFalse':
    case 'IsUnknown':
    case 'IsNotTrue':
    case 'IsNotFalse':
    case 'IsNotUnknown': {
      const { type } = operands[0]!;
      if (type.kind !== 'Boolean' && type.kind !== 'Null') {
        throw new PlanError(`${formatExpr(part)} needs a boolean, its operand is ${formatDataType(type)}`);
      }
      return [to(0, Boolean_)];
    }
    case 'Between':
    case 'InList': {
      const exact = exactConstants(operands, context);
      const type = common(part, exact);
      return exact.map((one) => castTo(one, type, context));
    }
    case 'Like': {
      const signature = binarySignature(operands[0]!.type, 'LikeMatch', operands[1]!.type);
      return [to(0, signature.left), to(1, signature.right)];
    }
    case 'SimilarTo': {
      const signature = binarySignature(operands[0]!.type, 'RegexMatch', operands[1]!.type);
      return [to(0, signature.left), to(1, signature.right)];
    }
    case 'Case':
      return fitCase(part, operands, context);
    case 'InSubquery':
    case 'SetComparison': {
      // The walker gave the subquery's column the common type already.
      const column = subqueryColumnType(part);
      const type = comparisonType(operands[0]!.type, column);
      if (type === undefined) {
        throw new PlanError(
          `${formatDataType(operands[0]!.type)} cannot be compared with the ${formatDataType(column)} of the subquery in ${formatExpr(part)}`,
        );
      }
      return [to(0, type)];
    }
    case 'ScalarFunction':
    case 'AggregateFunction':
    case 'WindowFunction':
      return fitCall(part, operands, context);
    default:
      return operands;
  }
}

/** What DataFusion reads a float as where it meets a decimal. */
const floatAsDecimal = decimal128(30, 15);

/**
 * Float constants as decimals where they are compared with decimals: in `discount <= 0.06 + 0.01` the sum is
 * 0.06999999999999999 as a float, but was meant to be 0.07. Constants too large for that stay, and so do columns of floats.
 */
function exactConstants(operands: readonly Coerced[], context: CoercionContext): readonly Coerced[] {
  if (!operands.some((one) => isDecimal(one.type)) || !operands.some((one) => isFloat(one.type))) return operands;
  return operands.map((one) => {
    if (!isFloat(one.type)) return one;
    const constant = constantOf(one.expr, context);
    const exact = constant === undefined ? undefined : foldCast(constant, floatAsDecimal, context.planning);
    return exact?.kind === 'Literal'
      ? { expr: exact, type: floatAsDecimal, nullable: exact.value.value === null }
      : one;
  });
}

/** The value of an expression without columns, as a constant. */
function constantOf(expr: Expr, context: CoercionContext): LiteralExpr | undefined {
  if (expr.kind === 'Literal') return expr;
  const varies = someExpr(
    expr,
    (part) =>
      part.kind === 'Column' ||
      part.kind === 'OuterReferenceColumn' ||
      part.kind === 'Placeholder' ||
      'subquery' in part ||
      (part.kind === 'ScalarFunction' && context.functions.scalar(part.name)?.volatility !== 'immutable'),
  );
  if (varies) return undefined;
  try {
    const physical = createPhysicalExpr(expr, { schema: { fields: [] }, functions: context.functions });
    return { kind: 'Literal', value: context.planning.evaluate(physical) };
  } catch {
    return undefined;
  }
}

/** Type of the only column of the subquery in an expression. @throws PlanError when it has none or several. */
export function subqueryColumnType(part: Extract<Expr, { kind: 'InSubquery' | 'SetComparison' }>): DataType {
  const { fields } = schemaOf(part.subquery.plan);
  if (fields.length !== 1) {
    throw new PlanError(`the subquery in ${formatExpr(part)} must have one column, it has ${fields.length}`);
  }
  return fields[0]!.field.type;
}

/** The type in which all operands are compared with the first. */
function common(part: Expr, operands: readonly Coerced[]): DataType {
  const type = operands
    .slice(1)
    .reduce<DataType | undefined>(
      (soFar, one) => (soFar === undefined ? undefined : comparisonType(soFar, one.type)),
      operands[0]!.type,
    );
  if (type !== undefined) return type;
  throw new PlanError(
    `the operands of ${formatExpr(part)} have no common type: ${operands.map((one) => formatDataType(one.type)).join(', ')}`,
  );
}

function fitCase(
  part: Extract<Expr, { kind: 'Case' }>,
  operands: readonly Coerced[],
  context: CoercionContext,
): readonly Coerced[] {
  const offset = part.expr === undefined ? 0 : 1;
  const arms = part.whenThen.length;
  const whens = part.whenThen.map((_arm, index) => operands[offset + 2 * index]!);
  const results = part.whenThen.map((_arm, index) => operands[offset + 2 * index + 1]!);
  const rest = operands.slice(offset + 2 * arms);
  const whenType = part.expr === undefined ? Boolean_ : common(part, [operands[0]!, ...whens]);
  const thenType = commonType([...results, ...rest].map((one) => one.type));
  if (thenType === undefined) {
    throw new PlanError(
      `the branches of ${formatExpr(part)} have no common type: ${[...results, ...rest].map((one) => formatDataType(one.type)).join(', ')}`,
    );
  }
  for (const when of whens) {
    if (part.expr === undefined && when.type.kind !== 'Boolean' && when.type.kind !== 'Null') {
      throw new PlanError(`WHEN ${formatExpr(when.expr)} must be boolean, it is ${formatDataType(when.type)}`);
    }
  }
  return [
    ...(part.expr === undefined ? [] : [castTo(operands[0]!, whenType, context)]),
    ...whens.flatMap((when, index) => [castTo(when, whenType, context), castTo(results[index]!, thenType, context)]),
    ...rest.map((one) => castTo(one, thenType, context)),
  ];
}

/** Arguments as the function's signature wants them; a FILTER is a condition, order keys stay. */
function fitCall(
  call: ScalarFunctionExpr | AggregateFunctionExpr | WindowFunctionExpr,
  operands: readonly Coerced[],
  context: CoercionContext,
): readonly Coerced[] {
  const signature = findSignature(call, context);
  const args = operands.slice(0, call.args.length);
  const infos: ArgumentInfo[] = argumentInfos(
    args.map((one) => one.expr),
    args,
  );
  const types = signature.coerce(infos);
  const fitted = args.map((one, index) => castTo(one, types[index]!, context));
  const rest = operands.slice(call.args.length);
  if (call.kind === 'ScalarFunction' || call.filter === undefined) return [...fitted, ...rest];
  const filterAt = call.kind === 'AggregateFunction' ? 0 : rest.length - 1;
  return [
    ...fitted,
    ...rest.map((one, index) => {
      if (index !== filterAt) return one;
      if (one.type.kind !== 'Boolean' && one.type.kind !== 'Null') {
        throw new PlanError(
          `FILTER of ${call.name} must be boolean, ${formatExpr(one.expr)} is ${formatDataType(one.type)}`,
        );
      }
      return castTo(one, Boolean_, context);
    }),
  ];
}

function findSignature(
  call: ScalarFunctionExpr | AggregateFunctionExpr | WindowFunctionExpr,
  { functions }: CoercionContext,
): FunctionSignature {
  const found =
    call.kind === 'ScalarFunction'
      ? functions.scalar(call.name)
      : call.kind === 'AggregateFunction' || call.functionKind === 'aggregate'
        ? functions.aggregate(call.name)
        : functions.window(call.name);
  if (found === undefined) throw new PlanError(`Invalid function '${call.name}'`);
  return found;
}
