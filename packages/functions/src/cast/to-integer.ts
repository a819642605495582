import { type DataType, isDecimal, isFloat, isInteger, isString, type Value } from '@ballista-ts/core';
import { pow10 } from '../values/decimals.js';
import { fitInteger, type IntegerKind } from '../values/integers.js';
import { type CastKernel, castError } from './cast-kernel.js';
import { parseInteger } from './parse-number.js';

/** Fractions are cut off; what is out of range, NaN included, is an error. Dates, times and timestamps give their ticks. */
export function toInteger(from: DataType, to: DataType & { readonly kind: IntegerKind }): CastKernel | undefined {
  const fit = (exact: bigint | undefined, value: Value): number | bigint => {
    const fitted = exact === undefined ? undefined : fitInteger(to.kind, exact);
    if (fitted === undefined) throw castError(value, from, to);
    return fitted;
  };
  if (from.kind === 'Boolean') return (value) => fit(value === true ? 1n : 0n, value);
  if (isInteger(from)) return (value) => fit(BigInt(value as number | bigint), value);
  if (isFloat(from)) {
    return (value) => fit(Number.isFinite(value) ? BigInt(Math.trunc(value as number)) : undefined, value);
  }
  if (isDecimal(from)) {
    const up = pow10(Math.max(-from.scale, 0));
    const down = pow10(Math.max(from.scale, 0));
    return (value) => fit(((value as bigint) * up) / down, value);
  }
  if (isString(from)) return (value) => fit(parseInteger(value as string), value);
  switch (from.kind) {
    case 'Date32':
    case 'Time32':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return (value) => fit(BigInt(value as number | bigint), value);
    case 'Interval':
      return from.unit === 'yearMonth' ? (value) => fit(BigInt(value as number), value) : undefined;
    default:
      return undefined;
  }
}
