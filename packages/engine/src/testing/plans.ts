import {
  batchFromRows,
  batchRows,
  type ExecutionPlan,
  field,
  Int32,
  type MemoryScanExec,
  type PhysicalColumn,
  type Schema,
  schema,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { type RecordBatch, RecordBatchStreamWriter } from 'apache-arrow';
import { runPlan, type TaskContextOptions } from '../run-plan.js';

/** A table of two columns that tests join, group and sort: `k` Int32 and `v` Utf8. */
export const kv: Schema = schema([field('k', Int32), field('v', Utf8)]);

/** Rows as a scan, one partition per list; each list in batches of at most `batchRows`. */
export function scanOf(
  of: Schema,
  partitions: readonly (readonly (readonly Value[])[])[],
  rowsPerBatch = 3,
): MemoryScanExec {
  return {
    kind: 'MemoryScanExec',
    schema: of,
    partitions: partitions.map((rows) => {
      const batches: RecordBatch[] = [];
      for (let start = 0; start < rows.length; start += rowsPerBatch)
        batches.push(batchFromRows(of, rows.slice(start, start + rowsPerBatch)));
      return batches.length === 0 ? new Uint8Array() : RecordBatchStreamWriter.writeAll(batches).toUint8Array(true);
    }),
  };
}

export const columnAt = (of: Schema, index: number): PhysicalColumn => ({
  kind: 'Column',
  name: of.fields[index]!.name,
  index,
});

/** All rows of a plan, partition after partition. */
export async function rowsOfPlan(plan: ExecutionPlan, options: TaskContextOptions = {}): Promise<Value[][]> {
  const rows: Value[][] = [];
  for await (const batch of runPlan(plan, options)) rows.push(...batchRows(batch));
  return rows;
}

/** Rows in an order that does not depend on how they came. */
export const sorted = (rows: readonly (readonly Value[])[]): string[] =>
  rows
    .map((row) => JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .sort();
