import { type DataType, dataTypeEquals, type Value } from '@ballista-ts/core';
import { castKernel } from '../cast/cast.js';

/** Operands normally have their types already; a plan from elsewhere may leave the casts to us. */
export function operandCast(from: DataType, to: DataType): ((value: Value) => Value) | undefined {
  if (dataTypeEquals(from, to)) return undefined;
  const kernel = castKernel(from, to);
  return (value) => (value === null ? null : kernel(value));
}
