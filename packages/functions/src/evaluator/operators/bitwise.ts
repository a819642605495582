import { type BinaryOperator, InternalError } from '@ballista-ts/core';
import { type IntegerKind, integerBits, isUnsigned, isWide, wrapSmall, wrapWide } from '../../values/integers.js';
import type { BinaryKernel } from './kernel.js';

/** Bit operators of one integer type. Shift distances count modulo the width; `>>` keeps the sign of signed types. */
export function bitwise(op: BinaryOperator, kind: IntegerKind): BinaryKernel {
  if (isWide(kind)) {
    const exact = wideBitwise(op);
    return ((a: bigint, b: bigint) => wrapWide(kind, exact(a, b))) as BinaryKernel;
  }
  const exact = smallBitwise(op, integerBits(kind) - 1, isUnsigned(kind));
  return ((a: number, b: number) => wrapSmall(kind, exact(a, b))) as BinaryKernel;
}

function wideBitwise(op: BinaryOperator): (a: bigint, b: bigint) => bigint {
  switch (op) {
    case 'BitwiseAnd':
      return (a, b) => a & b;
    case 'BitwiseOr':
      return (a, b) => a | b;
    case 'BitwiseXor':
      return (a, b) => a ^ b;
    case 'BitwiseShiftLeft':
      return (a, b) => a << (b & 63n);
    case 'BitwiseShiftRight':
      return (a, b) => a >> (b & 63n);
    default:
      throw new InternalError(`${op} is not a bit operator`);
  }
}

function smallBitwise(op: BinaryOperator, mask: number, unsigned: boolean): (a: number, b: number) => number {
  switch (op) {
    case 'BitwiseAnd':
      return (a, b) => a & b;
    case 'BitwiseOr':
      return (a, b) => a | b;
    case 'BitwiseXor':
      return (a, b) => a ^ b;
    case 'BitwiseShiftLeft':
      return (a, b) => a << (b & mask);
    case 'BitwiseShiftRight':
      return unsigned ? (a, b) => a >>> (b & mask) : (a, b) => a >> (b & mask);
    default:
      throw new InternalError(`${op} is not a bit operator`);
  }
}
