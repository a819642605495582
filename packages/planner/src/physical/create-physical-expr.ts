import {
  argumentInfos,
  booleanLiteral,
  type DFSchema,
  type Expr,
  exprReturn,
  exprShape,
  type FunctionCatalog,
  findColumn,
  foldTree,
  formatColumn,
  formatExpr,
  InternalError,
  NotYetSupportedError,
  type PhysicalExpr,
  type PhysicalLiteral,
  type PhysicalSortExpr,
  PlanError,
  type SortExpr,
} from '@ballista-ts/core';
import { similarToPattern } from './similar-to.js';

export interface PhysicalExprContext {
  /** The columns that the expression may refer to, by position. */
  readonly schema: DFSchema;
  readonly functions: FunctionCatalog;
}

/**
 * An analysed expression over the columns of a schema, ready to run: columns by position, functions with their result type.
 * Deep chains cost no stack.
 *
 * @throws PlanError for unknown columns and parameters without a value.
 * @throws NotYetSupportedError for what no node can compute, such as a subquery that the optimizer could not turn into a join.
 */
export const createPhysicalExpr = (expr: Expr, context: PhysicalExprContext): PhysicalExpr =>
  foldTree<Expr, PhysicalExpr>(exprShape, expr, (part, operands) => convert(part, operands, context));

export const createPhysicalSortExpr = (key: SortExpr, context: PhysicalExprContext): PhysicalSortExpr => ({
  expr: createPhysicalExpr(key.expr, context),
  asc: key.asc,
  nullsFirst: key.nullsFirst,
});

function convert(expr: Expr, operands: readonly PhysicalExpr[], context: PhysicalExprContext): PhysicalExpr {
  switch (expr.kind) {
    case 'Column': {
      const index = findColumn(context.schema, expr.name, expr.relation);
      if (index === undefined) {
        throw new InternalError(
          `column ${formatExpr(expr)} is not among the columns here: ${context.schema.fields.map(formatColumn).join(', ')}`,
        );
      }
      return { kind: 'Column', name: expr.name, index };
    }
    case 'Literal':
      return expr;
    case 'Alias':
      return operands[0]!;
    case 'BinaryExpr':
      return { kind: 'BinaryExpr', left: operands[0]!, op: expr.op, right: operands[1]! };
    case 'Not':
    case 'Negative':
    case 'IsNull':
    case 'IsNotNull':
      return { kind: expr.kind, expr: operands[0]! };
    case 'IsUnknown':
      return { kind: 'IsNull', expr: operands[0]! };
    case 'IsNotUnknown':
      return { kind: 'IsNotNull', expr: operands[0]! };
    case 'IsTrue':
    case 'IsFalse':
      return {
        kind: 'BinaryExpr',
        left: operands[0]!,
        op: 'IsNotDistinctFrom',
        right: physicalBoolean(expr.kind === 'IsTrue'),
      };
    case 'IsNotTrue':
    case 'IsNotFalse':
      return {
        kind: 'BinaryExpr',
        left: operands[0]!,
        op: 'IsDistinctFrom',
        right: physicalBoolean(expr.kind === 'IsNotTrue'),
      };
    case 'Between': {
      const [value, low, high] = operands as [PhysicalExpr, PhysicalExpr, PhysicalExpr];
      return expr.negated
        ? {
            kind: 'BinaryExpr',
            left: { kind: 'BinaryExpr', left: value, op: 'Lt', right: low },
            op: 'Or',
            right: { kind: 'BinaryExpr', left: value, op: 'Gt', right: high },
          }
        : {
            kind: 'BinaryExpr',
            left: { kind: 'BinaryExpr', left: value, op: 'GtEq', right: low },
            op: 'And',
            right: { kind: 'BinaryExpr', left: value, op: 'LtEq', right: high },
          };
    }
    case 'Like':
      return {
        kind: 'Like',
        expr: operands[0]!,
        pattern: operands[1]!,
        negated: expr.negated,
        caseInsensitive: expr.caseInsensitive,
        ...(expr.escapeChar !== undefined && { escapeChar: expr.escapeChar }),
      };
    case 'SimilarTo':
      return {
        kind: 'BinaryExpr',
        left: operands[0]!,
        op: expr.negated ? 'RegexNotMatch' : 'RegexMatch',
        right: similarToPattern(operands[1]!),
      };
    case 'Case': {
      let next = 0;
      const subject = expr.expr === undefined ? {} : { expr: operands[next++]! };
      const whenThen = expr.whenThen.map(() => ({ when: operands[next++]!, then: operands[next++]! }));
      return {
        kind: 'Case',
        ...subject,
        whenThen,
        ...(expr.elseExpr === undefined ? {} : { elseExpr: operands[next]! }),
      };
    }
    case 'Cast':
    case 'TryCast':
      return { kind: expr.kind, expr: operands[0]!, type: expr.type };
    case 'InList':
      return { kind: 'InList', expr: operands[0]!, list: operands.slice(1), negated: expr.negated };
    case 'ScalarFunction': {
      const signature = context.functions.scalar(expr.name);
      if (signature === undefined) throw new PlanError(`Invalid function '${expr.name}'`);
      const infos = argumentInfos(
        expr.args,
        expr.args.map((arg) => exprReturn(arg, context)),
      );
      const { type, nullable } = signature.returns(infos);
      return { kind: 'ScalarFunction', name: signature.name, args: operands, returnType: type, nullable };
    }
    case 'Placeholder':
      throw new PlanError(`no value was given for the parameter ${expr.id}`);
    case 'OuterReferenceColumn':
    case 'InSubquery':
    case 'Exists':
    case 'ScalarSubquery':
    case 'SetComparison':
      throw new NotYetSupportedError(`the subquery in ${formatExpr(expr)}`, 'it could not be turned into a join');
    case 'Lambda':
    case 'LambdaVariable':
      throw new NotYetSupportedError(`the lambda ${formatExpr(expr)}`);
    case 'AggregateFunction':
    case 'WindowFunction':
    case 'GroupingSet':
    case 'Wildcard':
    case 'Unnest':
      throw new InternalError(
        `${formatExpr(expr)} reached the physical planner as an operand; a node of its own should compute it`,
      );
  }
}

const physicalBoolean = (value: boolean): PhysicalLiteral => {
  const { value: scalar } = booleanLiteral(value);
  return { kind: 'Literal', value: scalar };
};
