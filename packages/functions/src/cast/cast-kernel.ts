import { type DataType, ExecutionError, formatDataType, formatValue, type Value } from '@ballista-ts/core';

/** Casts one value that is not NULL. @throws ExecutionError when the value has no counterpart in the target type. */
export type CastKernel = (value: Value) => Value;

/** The error of a value that does not fit its target. */
export function castError(value: Value, from: DataType, to: DataType): ExecutionError {
  const text = formatValue(from, value);
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return typeof value === 'string'
    ? new ExecutionError(`Cannot cast string '${shown}' to value of ${formatDataType(to)} type`)
    : new ExecutionError(`Can't cast value ${shown} to type ${formatDataType(to)}`);
}
