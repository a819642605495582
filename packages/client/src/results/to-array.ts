import {
  batchRows,
  type DataType,
  formatDecimal,
  formatValue,
  isDecimal,
  isListLike,
  type Schema,
  type Value,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';

/**
 * How values become JavaScript values.
 * - `exact` (the default) loses nothing: 64-bit integers are `bigint`, decimals strings with their scale, dates and times
 *   ISO strings
 * - `number` turns 64-bit integers and decimals into numbers: smaller and handier, and wrong beyond 2^53
 */
export type ValuePolicy = 'exact' | 'number';

/** The rows of a batch as objects with a property per column. Columns of equal name: the last one stays. */
export function rowsToObjects<T = Record<string, unknown>>(
  schema: Schema,
  batch: RecordBatch,
  policy: ValuePolicy = 'exact',
): T[] {
  return batchRows(batch).map(
    (row) =>
      Object.fromEntries(
        schema.fields.map((field, index) => [field.name, toJs(field.type, row[index] ?? null, policy)]),
      ) as T,
  );
}

function toJs(type: DataType, value: Value, policy: ValuePolicy): unknown {
  if (value === null) return null;
  if (isDecimal(type)) {
    const text = formatDecimal(value as bigint, type.scale);
    return policy === 'number' ? Number(text) : text;
  }
  switch (type.kind) {
    case 'Int64':
    case 'UInt64':
      return policy === 'number' ? Number(value as bigint) : value;
    case 'Date32':
    case 'Date64':
    case 'Time32':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
    case 'Interval':
      return formatValue(type, value);
    case 'Struct':
      return Object.fromEntries(
        type.fields.map((field, index) => [
          field.name,
          toJs(field.type, (value as readonly Value[])[index] ?? null, policy),
        ]),
      );
    case 'Map': {
      const entry = type.entries.type;
      const [key, item] = entry.kind === 'Struct' ? entry.fields : [];
      return new Map(
        (value as readonly (readonly Value[])[]).map(([k, v]) => [
          toJs(key!.type, k ?? null, policy),
          toJs(item!.type, v ?? null, policy),
        ]),
      );
    }
    case 'Dictionary':
      return toJs(type.value, value, policy);
    default:
      return isListLike(type) ? (value as readonly Value[]).map((one) => toJs(type.field.type, one, policy)) : value;
  }
}
