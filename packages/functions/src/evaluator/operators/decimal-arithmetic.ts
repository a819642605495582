import { type BinaryOperator, type DecimalType, InternalError } from '@ballista-ts/core';
import { absBigint, checkPrecision, pow10, rescale } from '../../values/decimals.js';
import { divideByZero } from '../../values/integers.js';
import type { BinaryKernel } from './kernel.js';

/**
 * Exact decimal arithmetic at the scale of the result type; intermediate values have no limit, and only a result with more
 * digits than its type is an error. `/` truncates towards zero: 1.00 / 3 with four more digits is 0.333333.
 */
export function decimalArithmetic(
  op: BinaryOperator,
  left: DecimalType,
  right: DecimalType,
  result: DecimalType,
): BinaryKernel {
  const exact = exactArithmetic(op, left.scale, right.scale, result.scale);
  return ((a: bigint, b: bigint) => checkPrecision(exact(a, b), result)) as BinaryKernel;
}

function exactArithmetic(op: BinaryOperator, s1: number, s2: number, scale: number): (a: bigint, b: bigint) => bigint {
  const common = Math.max(s1, s2);
  const up1 = pow10(common - s1);
  const up2 = pow10(common - s2);
  switch (op) {
    case 'Plus':
      return (a, b) => rescale(a * up1 + b * up2, common, scale);
    case 'Minus':
      return (a, b) => rescale(a * up1 - b * up2, common, scale);
    case 'Multiply':
      return (a, b) => rescale(a * b, s1 + s2, scale);
    case 'Divide': {
      const shift = scale - s1 + s2;
      const up = pow10(Math.max(shift, 0));
      const down = pow10(Math.max(-shift, 0));
      return (a, b) => {
        if (b === 0n) throw divideByZero();
        const quotient = (absBigint(a) * up) / (absBigint(b) * down);
        return a < 0n === b < 0n ? quotient : -quotient;
      };
    }
    case 'Modulo':
      return (a, b) => {
        if (b === 0n) throw divideByZero();
        return rescale((a * up1) % (b * up2), common, scale);
      };
    default:
      throw new InternalError(`${op} is not an arithmetic operator`);
  }
}
