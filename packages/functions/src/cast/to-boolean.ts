import { type DataType, isDecimal, isFloat, isInteger, isString } from '@ballista-ts/core';
import { type CastKernel, castError } from './cast-kernel.js';
import { parseBoolean } from './parse-number.js';

/** Numbers other than zero are true; text must spell a truth value. */
export function toBoolean(from: DataType, to: DataType): CastKernel | undefined {
  if (isInteger(from) || isDecimal(from) || isFloat(from)) return (value) => Number(value) !== 0;
  if (isString(from)) {
    return (value) => {
      const parsed = parseBoolean(value as string);
      if (parsed === undefined) throw castError(value, from, to);
      return parsed;
    };
  }
  return undefined;
}
