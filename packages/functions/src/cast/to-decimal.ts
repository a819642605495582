import {
  type DataType,
  type DecimalType,
  isDecimal,
  isFloat,
  isInteger,
  isString,
  type Value,
} from '@ballista-ts/core';
import { checkPrecision, decimalOverflow, fitsPrecision, numberToDecimal, rescale } from '../values/decimals.js';
import { type CastKernel, castError } from './cast-kernel.js';
import { parseDecimal } from './parse-number.js';

/** Digits beyond the scale are rounded half away from zero; digits beyond the precision are an error. */
export function toDecimal(from: DataType, to: DecimalType): CastKernel | undefined {
  const fit = (unscaled: bigint | undefined, value: Value): bigint => {
    if (unscaled === undefined) throw castError(value, from, to);
    if (!fitsPrecision(unscaled, to.precision)) throw decimalOverflow(unscaled, to);
    return unscaled;
  };
  if (from.kind === 'Boolean') return (value) => checkPrecision(rescale(value === true ? 1n : 0n, 0, to.scale), to);
  if (isInteger(from)) return (value) => checkPrecision(rescale(BigInt(value as number | bigint), 0, to.scale), to);
  if (isDecimal(from)) return (value) => checkPrecision(rescale(value as bigint, from.scale, to.scale), to);
  if (isFloat(from)) return (value) => fit(numberToDecimal(value as number, to.scale), value);
  if (isString(from)) return (value) => fit(parseDecimal(value as string, to.scale), value);
  return undefined;
}
