import { type BinaryOperator, InternalError } from '@ballista-ts/core';
import { type FloatKind, roundFloat } from '../../values/floats.js';
import type { BinaryKernel } from './kernel.js';

/** IEEE arithmetic, rounded to the type after each step; x / 0 is an infinity or NaN, never an error. */
export function floatArithmetic(op: BinaryOperator, kind: FloatKind): BinaryKernel {
  const exact = doubleArithmetic(op);
  if (kind === 'Float64') return exact as BinaryKernel;
  return ((a: number, b: number) => roundFloat(kind, exact(a, b))) as BinaryKernel;
}

function doubleArithmetic(op: BinaryOperator): (a: number, b: number) => number {
  switch (op) {
    case 'Plus':
      return (a, b) => a + b;
    case 'Minus':
      return (a, b) => a - b;
    case 'Multiply':
      return (a, b) => a * b;
    case 'Divide':
      return (a, b) => a / b;
    case 'Modulo':
      return (a, b) => a % b;
    default:
      throw new InternalError(`${op} is not an arithmetic operator`);
  }
}
