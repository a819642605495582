import {
  type BinaryOperator,
  binary,
  binarySignature,
  type DataType,
  type Expr,
  NotYetSupportedError,
} from '@ballista-ts/core';
import type { BinaryExpr, SqlBinaryOperator, SqlExpr } from '../../sql/ast/expr.js';
import type { Scope } from '../scope.js';
import { bindExpr } from './bind-expr.js';
import { callOf } from './bind-nested.js';
import { typeOf } from './typing.js';

const operators: Partial<Record<SqlBinaryOperator, BinaryOperator>> = {
  OR: 'Or',
  AND: 'And',
  '=': 'Eq',
  '<>': 'NotEq',
  '<': 'Lt',
  '<=': 'LtEq',
  '>': 'Gt',
  '>=': 'GtEq',
  '<=>': 'IsNotDistinctFrom',
  '~': 'RegexMatch',
  '~*': 'RegexIMatch',
  '!~': 'RegexNotMatch',
  '!~*': 'RegexNotIMatch',
  '~~': 'LikeMatch',
  '~~*': 'ILikeMatch',
  '!~~': 'NotLikeMatch',
  '!~~*': 'NotILikeMatch',
  '+': 'Plus',
  '-': 'Minus',
  '*': 'Multiply',
  '/': 'Divide',
  '%': 'Modulo',
  '||': 'StringConcat',
  '&': 'BitwiseAnd',
  '|': 'BitwiseOr',
  '^': 'BitwiseXor',
  '#': 'BitwiseXor',
  '<<': 'BitwiseShiftLeft',
  '>>': 'BitwiseShiftRight',
};

/** @throws NotYetSupportedError for operators without a meaning of their own here. */
export function toBinaryOperator(op: SqlBinaryOperator): BinaryOperator {
  const found = operators[op];
  if (found === undefined) throw new NotYetSupportedError(`SQL operator ${op}`);
  return found;
}

/** Binds a chain along its left spine: ten thousand terms take a loop, not a stack. */
export function bindBinary(expr: BinaryExpr, scope: Scope): Expr {
  const chain: BinaryExpr[] = [];
  let first: SqlExpr = expr;
  while (first.kind === 'Binary') {
    chain.push(first);
    first = first.left;
  }
  let left = bindExpr(first, scope);
  // Known once somebody had to ask; kept up to date from then on, so that a chain is typed once and not at each operator.
  let leftType: DataType | undefined;
  for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
    const { op, span } = link;
    const right = bindExpr(link.right, scope);
    if (op === '||' || leftType !== undefined) {
      leftType ??= typeOf(left, scope, span);
      const rightType = typeOf(right, scope, span);
      const step = combine(left, leftType, link, right, rightType, scope);
      left = step.expr;
      leftType = step.type;
    } else if (op === '@>' || op === '<@') {
      left = callOf('array_has_all', op === '@>' ? [left, right] : [right, left], scope, span);
    } else if (op === '^' && scope.level.context.config.get('datafusion.sql_parser.dialect') === 'postgresql') {
      left = callOf('power', [left, right], scope, span);
    } else left = binary(left, toBinaryOperator(op), right);
  }
  return left;
}

/** One operator whose operand types are known. `||` means four things, depending on which side is a list. */
function combine(
  left: Expr,
  leftType: DataType,
  { op, span }: BinaryExpr,
  right: Expr,
  rightType: DataType,
  scope: Scope,
): { readonly expr: Expr; readonly type: DataType } {
  if (op === '||' && (isList(leftType) || isList(rightType))) {
    const name = !isList(rightType) ? 'array_append' : isList(leftType) ? 'array_concat' : 'array_prepend';
    const expr = callOf(name, [left, right], scope, span);
    return { expr, type: isList(leftType) ? leftType : rightType };
  }
  if (op === '@>' || op === '<@') {
    return {
      expr: callOf('array_has_all', op === '@>' ? [left, right] : [right, left], scope, span),
      type: { kind: 'Boolean' },
    };
  }
  const operator = toBinaryOperator(op);
  const type = scope.level.context.located(span, () => binarySignature(leftType, operator, rightType).result);
  return { expr: binary(left, operator, right), type };
}

const isList = (type: DataType): boolean =>
  type.kind === 'List' || type.kind === 'LargeList' || type.kind === 'FixedSizeList';
