import { InvalidArgumentError, schemaToArrow } from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import type { ColumnBatch } from './columns/column.js';
import { toRecordBatch } from './columns/to-record-batch.js';
import { checkScale, generatedRows, partRange, type TpchTable, tpchTables } from './scale.js';
import { tpchSchemas } from './schemas.js';
import { rowsOf } from './tables/rows-of.js';
import { formatTbl } from './tbl/format-tbl.js';
import { sharedTextPool } from './text/shared-text-pool.js';

export interface GenerateOptions {
  /** Scale factor: 1 is about 1 GB of text, 6 million line items. Any number in (0, 100000]. */
  readonly scale: number;
  /** Which part of the table, from 1 to `parts`. @default 1 */
  readonly part?: number;
  /** In how many parts the table is cut; all parts in order are the table. @default 1 */
  readonly parts?: number;
  /** Rows of a batch; only the last one of a part may have fewer. @default 8192 */
  readonly batchSize?: number;
  /** The text pool, if the caller has one (e.g. from another thread); otherwise this process's. */
  readonly textPool?: Uint8Array;
}

/**
 * The rows of a table, or of one part of it, as Arrow batches with the types of `tpchSchemas`.
 *
 * The first call in a process generates the text pool, which takes seconds and 300 MB; see `sharedTextPool`.
 * @throws InvalidArgumentError for a scale, part or batch size outside its range.
 */
export function* generateBatches(table: TpchTable, options: GenerateOptions): Generator<RecordBatch, void, undefined> {
  const schema = schemaToArrow(tpchSchemas[checkTable(table)]);
  for (const batch of columnBatches(table, options)) yield toRecordBatch(schema, batch);
}

/** The same rows as dbgen's text (`.tbl`): values ended by `|`, rows by a newline, as chunks of some hundred kilobytes. */
export function* generateTbl(table: TpchTable, options: GenerateOptions): Generator<Uint8Array, void, undefined> {
  checkTable(table);
  for (const batch of columnBatches(table, options)) yield formatTbl(batch);
}

/**
 * Number of rows of a table. Exact for all tables but `lineitem`, whose orders have 1 to 7 lines at random: there it is an
 * estimate that is right within a tenth of a percent from scale 0.1 on.
 */
export function tpchRowCount(table: TpchTable, scale: number): number {
  const rows = generatedRows(checkTable(table), checkScale(scale));
  return table === 'lineitem' || table === 'partsupp' ? rows * 4 : rows;
}

/** The same rows as columns, before they become Arrow or text. */
export function* columnBatches(table: TpchTable, options: GenerateOptions): Generator<ColumnBatch, void, undefined> {
  const { part = 1, parts = 1, batchSize = 8192 } = options;
  const scale = checkScale(options.scale);
  if (!Number.isSafeInteger(batchSize) || batchSize < 1 || batchSize > 1_000_000) {
    throw new InvalidArgumentError(`batch size ${batchSize} is outside 1 to 1000000 rows`);
  }
  const range = partRange(generatedRows(table, scale), part, parts);
  if (range.start === range.end) return;
  const rows = rowsOf(table, options.textPool ?? sharedTextPool(), range, scale);
  for (let batch = rows.next(batchSize); batch !== undefined; batch = rows.next(batchSize)) yield batch;
}

function checkTable(table: TpchTable): TpchTable {
  if (!tpchTables.includes(table)) {
    throw new InvalidArgumentError(
      `TPC-H has no table ${JSON.stringify(table)}; its tables are ${tpchTables.join(', ')}`,
    );
  }
  return table;
}
