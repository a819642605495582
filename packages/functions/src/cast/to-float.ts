import { type DataType, isDecimal, isFloat, isInteger, isString } from '@ballista-ts/core';
import { decimalToNumber } from '../values/decimals.js';
import { type FloatKind, roundFloat } from '../values/floats.js';
import { type CastKernel, castError } from './cast-kernel.js';
import { parseFloatText } from './parse-number.js';

/** The nearest number; too large becomes infinite. */
export function toFloat(from: DataType, to: DataType & { readonly kind: FloatKind }): CastKernel | undefined {
  const round = (value: number): number => roundFloat(to.kind, value);
  if (from.kind === 'Boolean') return (value) => (value === true ? 1 : 0);
  if (isInteger(from) || isFloat(from)) return (value) => round(Number(value));
  if (isDecimal(from)) return (value) => round(decimalToNumber(value as bigint, from.scale));
  if (isString(from)) {
    return (value) => {
      const parsed = parseFloatText(value as string);
      if (parsed === undefined) throw castError(value, from, to);
      return round(parsed);
    };
  }
  switch (from.kind) {
    case 'Date32':
    case 'Time32':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return (value) => round(Number(value));
    default:
      return undefined;
  }
}
