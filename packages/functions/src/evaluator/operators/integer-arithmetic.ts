import { type BinaryOperator, InternalError } from '@ballista-ts/core';
import {
  divideByZero,
  type IntegerKind,
  integerRange,
  isWide,
  overflow,
  type SmallIntegerKind,
  wrapSmall,
  wrapWide,
} from '../../values/integers.js';
import type { BinaryKernel } from './kernel.js';

/**
 * `+ - *` wrap to the width of their type, as DataFusion's do: 2000000000 + 2000000000 in Int32 is -294967296. `/` truncates
 * towards zero, `%` has the sign of the dividend; a zero divisor is an error, and so is the one quotient that does not fit
 * (the smallest value divided by -1).
 */
export const integerArithmetic = (op: BinaryOperator, kind: IntegerKind): BinaryKernel =>
  (isWide(kind) ? wideArithmetic(op, kind) : smallArithmetic(op, kind)) as BinaryKernel;

function smallArithmetic(op: BinaryOperator, kind: SmallIntegerKind): (a: number, b: number) => number {
  switch (op) {
    case 'Plus':
      return (a, b) => wrapSmall(kind, a + b);
    case 'Minus':
      return (a, b) => wrapSmall(kind, a - b);
    case 'Multiply':
      // The product of two 32-bit values can need more than 53 bits; imul keeps the low 32 exactly.
      return (a, b) => wrapSmall(kind, Math.imul(a, b));
    case 'Divide': {
      const max = Number(integerRange(kind).max);
      return (a, b) => {
        if (b === 0) throw divideByZero();
        const quotient = Math.trunc(a / b);
        if (quotient > max) throw overflow(`${a} / ${b}`);
        return quotient + 0; // not -0
      };
    }
    case 'Modulo':
      return (a, b) => {
        if (b === 0) throw divideByZero();
        return (a % b) + 0;
      };
    default:
      throw new InternalError(`${op} is not an arithmetic operator`);
  }
}

function wideArithmetic(op: BinaryOperator, kind: 'Int64' | 'UInt64'): (a: bigint, b: bigint) => bigint {
  switch (op) {
    case 'Plus':
      return (a, b) => wrapWide(kind, a + b);
    case 'Minus':
      return (a, b) => wrapWide(kind, a - b);
    case 'Multiply':
      return (a, b) => wrapWide(kind, a * b);
    case 'Divide': {
      const { max } = integerRange(kind);
      return (a, b) => {
        if (b === 0n) throw divideByZero();
        const quotient = a / b;
        if (quotient > max) throw overflow(`${a} / ${b}`);
        return quotient;
      };
    }
    case 'Modulo':
      return (a, b) => {
        if (b === 0n) throw divideByZero();
        return a % b;
      };
    default:
      throw new InternalError(`${op} is not an arithmetic operator`);
  }
}
