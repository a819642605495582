import {
  type BinaryOperator,
  binarySignature,
  type DataType,
  InternalError,
  isArithmetic,
  isComparison,
  isDecimal,
  isListLike,
  type Value,
} from '@ballista-ts/core';
import { plainType } from '../../definition/parameter.js';
import { isIntegerKind } from '../../values/integers.js';
import { bitwise } from './bitwise.js';
import { comparison } from './comparison.js';
import { concatOperator, containsAll } from './concat.js';
import { decimalArithmetic } from './decimal-arithmetic.js';
import { floatArithmetic } from './float-arithmetic.js';
import { integerArithmetic } from './integer-arithmetic.js';
import type { BinaryKernel } from './kernel.js';
import { matchOperator } from './match.js';
import { temporalArithmetic } from './temporal-arithmetic.js';

/** A binary operator over operands that may be NULL. */
export interface BinaryOperation {
  /** What the operands are cast to. */
  readonly left: DataType;
  readonly right: DataType;
  readonly result: DataType;
  readonly apply: (a: Value, b: Value) => Value;
}

/**
 * The operator for operands of the given types; AND and OR are not here, they do not need both sides.
 *
 * @throws PlanError when the operator does not take such operands.
 */
export function binaryOperation(left: DataType, op: BinaryOperator, right: DataType): BinaryOperation {
  const signature = binarySignature(left, op, right);
  const l = plainType(signature.left);
  const r = plainType(signature.right);
  if (op === 'StringConcat') return { ...signature, apply: concatOperator(l, r) };
  if (op === 'IsDistinctFrom' || op === 'IsNotDistinctFrom') {
    const kernel = comparison(op, l);
    const oneNull = op === 'IsDistinctFrom';
    return {
      ...signature,
      apply: (a, b) => (a === null ? (b === null ? !oneNull : oneNull) : b === null ? oneNull : kernel(a, b)),
    };
  }
  const kernel = kernelFor(op, l, r, plainType(signature.result));
  return { ...signature, apply: (a, b) => (a === null || b === null ? null : kernel(a, b)) };
}

function kernelFor(op: BinaryOperator, left: DataType, right: DataType, result: DataType): BinaryKernel {
  if (isComparison(op)) return comparison(op, left);
  if (isArithmetic(op)) {
    if (isIntegerKind(left.kind) && left.kind === right.kind) return integerArithmetic(op, left.kind);
    if (isDecimal(left) && isDecimal(right) && isDecimal(result)) return decimalArithmetic(op, left, right, result);
    if (left.kind === 'Float16' || left.kind === 'Float32' || left.kind === 'Float64') {
      return floatArithmetic(op, left.kind);
    }
    return temporalArithmetic(op, left, right);
  }
  switch (op) {
    case 'BitwiseAnd':
    case 'BitwiseOr':
    case 'BitwiseXor':
    case 'BitwiseShiftLeft':
    case 'BitwiseShiftRight':
      if (isIntegerKind(left.kind)) return bitwise(op, left.kind);
      break;
    case 'AtArrow':
      if (isListLike(left)) return containsAll(left.field.type);
      break;
    case 'ArrowAt':
      if (isListLike(right)) {
        const contains = containsAll(right.field.type);
        return (a, b) => contains(b, a);
      }
      break;
    default:
      return matchOperator(op);
  }
  throw new InternalError(`no implementation of ${op} for ${left.kind} and ${right.kind}`);
}
