import {
  batchFromColumns,
  columnFromValues,
  type DataType,
  field,
  InvalidArgumentError,
  type Schema,
  schema,
  type Value,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import { randomValue } from './random-value.js';
import type { SeededRandom } from './seeded-random.js';

/**
 * A batch written column by column: `batchOf({ id: [Int64, [1n, 2n]], name: [Utf8, ['x', null]] })`. All columns are nullable.
 * @throws InvalidArgumentError when columns differ in length
 */
export function batchOf(columns: Readonly<Record<string, readonly [DataType, readonly Value[]]>>): RecordBatch {
  const entries = Object.entries(columns);
  const numRows = entries[0]?.[1][1].length ?? 0;
  for (const [name, [, values]] of entries) {
    if (values.length !== numRows) {
      throw new InvalidArgumentError(`column ${name} has ${values.length} rows, ${entries[0]![0]} has ${numRows}`);
    }
  }
  return batchFromColumns(
    schema(entries.map(([name, [type]]) => field(name, type))),
    entries.map(([, [type, values]]) => columnFromValues(type, values)),
    numRows,
  );
}

export interface RandomBatchOptions {
  /** How often a nullable column is NULL. @default 0.1 */
  readonly nullRate?: number;
  /**
   * Draws each column from that many different values, so that keys repeat and joins find each other.
   * @default no limit
   */
  readonly distinct?: number;
}

/** A batch of random rows, rich in the values that break things: see `randomValue`. */
export function randomBatch(
  random: SeededRandom,
  of: Schema,
  numRows: number,
  { nullRate = 0.1, distinct }: RandomBatchOptions = {},
): RecordBatch {
  const columns = of.fields.map(({ type, nullable }) => {
    const pool = distinct === undefined ? undefined : Array.from({ length: distinct }, () => randomValue(random, type));
    const draw = (): Value =>
      nullable && random.chance(nullRate) ? null : pool === undefined ? randomValue(random, type) : random.pick(pool);
    return columnFromValues(type, Array.from({ length: numRows }, draw));
  });
  return batchFromColumns(of, columns, numRows);
}
