import { type BinaryOperator, type DataType, InternalError } from '@ballista-ts/core';
import { comparator } from '../../values/compare.js';
import type { BinaryKernel } from './kernel.js';

/** Comparison by the type's total order: NaN = NaN and is greatest, -0.0 = 0.0, and NULLs inside structs equal each other. */
export function comparison(op: BinaryOperator, type: DataType): BinaryKernel {
  const compare = comparator(type);
  switch (op) {
    case 'Eq':
    case 'IsNotDistinctFrom':
      return (a, b) => compare(a, b) === 0;
    case 'NotEq':
    case 'IsDistinctFrom':
      return (a, b) => compare(a, b) !== 0;
    case 'Lt':
      return (a, b) => compare(a, b) < 0;
    case 'LtEq':
      return (a, b) => compare(a, b) <= 0;
    case 'Gt':
      return (a, b) => compare(a, b) > 0;
    case 'GtEq':
      return (a, b) => compare(a, b) >= 0;
    default:
      throw new InternalError(`${op} is not a comparison`);
  }
}
