import {
  batchRows,
  type DataType,
  formatDataType,
  formatValue,
  isFloat,
  type Schema,
  schemaFromArrow,
  type Value,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import { diffLines } from './slt/compare.js';

/** Rows with the types of their columns. */
export interface Rows {
  readonly schema: Schema;
  readonly rows: readonly (readonly Value[])[];
}

export interface SameRowsOptions {
  /** Whether the order of rows counts. @default false */
  readonly ordered?: boolean;
  /** Significant digits that must agree in floats; everything else is compared exactly. @default 17, that is all of them */
  readonly floatDigits?: number;
}

/** The rows of batches of one schema. @throws TypeError for no batch at all, which has no schema; give `schema` then */
export function rowsOf(batches: Iterable<RecordBatch>, schema?: Schema): Rows {
  const list = [...batches];
  const of = schema ?? (list[0] === undefined ? undefined : schemaFromArrow(list[0].schema));
  if (of === undefined) throw new TypeError('rows of no batches: give the schema');
  return { schema: of, rows: list.flatMap(batchRows) };
}

/** The rows of a stream of batches. */
export async function collectRows(batches: AsyncIterable<RecordBatch>, schema?: Schema): Promise<Rows> {
  const list: RecordBatch[] = [];
  for await (const batch of batches) list.push(batch);
  return rowsOf(list, schema);
}

/**
 * Passes when both sides hold the same rows of the same types, each as often. Names of columns do not count. NULL equals NULL and
 * NaN equals NaN; -0.0 and 0.0 differ.
 *
 * @throws Error with the rows that only one side has
 */
export function assertSameRows(actual: Rows, expected: Rows, options: SameRowsOptions = {}): void {
  const difference =
    diffLines(typeLines(expected.schema), typeLines(actual.schema)) ??
    (options.ordered === true ? diffLines : diffBags)(rowLines(expected, options), rowLines(actual, options));
  if (difference !== undefined) throw new Error(`rows differ (- expected, + got):\n${difference}`);
}

/** Dictionaries are a way of storing, not another type of value. */
const typeLines = (schema: Schema): string[] =>
  schema.fields.map(({ type }) => formatDataType(type.kind === 'Dictionary' ? type.value : type));

/** Lines that one side has more often than the other, whatever their order. */
function diffBags(expected: readonly string[], actual: readonly string[]): string | undefined {
  const surplus = new Map<string, number>();
  for (const line of actual) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of expected) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  const missing: string[] = [];
  const extra: string[] = [];
  for (const [line, count] of surplus) {
    for (let n = count; n < 0; n += 1) missing.push(line);
    for (let n = count; n > 0; n -= 1) extra.push(line);
  }
  return diffLines(missing.sort(), extra.sort());
}

function rowLines({ schema, rows }: Rows, { floatDigits = 17 }: SameRowsOptions): string[] {
  const types = schema.fields.map((one) => one.type);
  return rows.map((row) => types.map((type, column) => cell(type, row[column] ?? null, floatDigits)).join(' | '));
}

function cell(type: DataType, value: Value, floatDigits: number): string {
  if (typeof value === 'number' && isFloat(type) && floatDigits < 17 && Number.isFinite(value)) {
    return formatValue(type, Number(value.toPrecision(floatDigits)));
  }
  // Quoted, so that the text 'NULL' and the text '1 | 2' are not what they look like.
  return typeof value === 'string' ? JSON.stringify(value) : formatValue(type, value);
}
