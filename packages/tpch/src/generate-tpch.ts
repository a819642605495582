import { BALLISTA_VERSION, InvalidArgumentError } from '@ballista-ts/core';
import { encodeParquet, type ParquetCompression } from '@ballista-ts/datasource';
import type { RecordBatch } from 'apache-arrow';
import { columnBatches, type GenerateOptions, generateBatches, tpchRowCount } from './generate.js';
import { OutputDirectory } from './output-directory.js';
import { checkScale, type TpchTable, tpchTables } from './scale.js';
import { tpchSchemas } from './schemas.js';
import { partLocation, partsOf, type TpchFormat, tableLocation } from './table-locations.js';
import { formatTbl } from './tbl/format-tbl.js';
import { loadTextPool } from './text/shared-text-pool.js';

export interface TpchProgress {
  readonly table: TpchTable;
  /** Rows of the table so far. */
  readonly rows: number;
  /** Rows it will have; for lineitem an estimate. */
  readonly expectedRows: number;
}

export interface GenerateTpchOptions {
  /** Scale factor: 1 is about 1 GB of text. */
  readonly scale: number;
  /** Where files go; made when it does not exist. */
  readonly directory: string;
  /** @default 'parquet' */
  readonly format?: TpchFormat;
  /** Files per table. One gives `<directory>/<table>.parquet`, more `<directory>/<table>/part-001.parquet` and so on. @default 1 */
  readonly parts?: number;
  /** @default all eight */
  readonly tables?: readonly TpchTable[];
  /** Of Parquet files. @default 'zstd' */
  readonly compression?: ParquetCompression;
  /** Rows of a row group of Parquet files. @default 122880 */
  readonly rowGroupRows?: number;
  /** The text pool, if the caller has one; otherwise this process's. */
  readonly textPool?: Uint8Array;
  readonly signal?: AbortSignal;
  /** Called after every few thousand rows. */
  readonly onProgress?: (progress: TpchProgress) => void;
}

/** A table that was written. */
export interface GeneratedTable {
  readonly table: TpchTable;
  /** File, or directory of files ending with `/`, as an absolute path. */
  readonly location: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Generates TPC-H tables into files. A table appears under its name when all of its files are complete, taking the place of what an
 * earlier run left there; an interrupted run leaves nothing that looks like a table. What a killed run left is removed.
 *
 * Memory: the text pool (300 MB) and one row group.
 * @throws InvalidArgumentError for options outside their range, or when something else is where a table should go
 * @throws CancelledError when the signal is aborted
 */
export async function generateTpch(options: GenerateTpchOptions): Promise<readonly GeneratedTable[]> {
  const { directory, format = 'parquet', parts = 1, tables = tpchTables } = options;
  checkScale(options.scale);
  if (!Number.isSafeInteger(parts) || parts < 1 || parts > 10_000) {
    throw new InvalidArgumentError(`${parts} parts are outside 1 to 10000`);
  }
  if (format !== 'parquet' && format !== 'tbl') {
    throw new InvalidArgumentError(`format ${JSON.stringify(format)}: the formats are parquet and tbl`);
  }
  const unknown = tables.find((table) => !tpchTables.includes(table));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `TPC-H has no table ${JSON.stringify(unknown)}; its tables are ${tpchTables.join(', ')}`,
    );
  }
  const output = await OutputDirectory.open(directory);
  try {
    const textPool = options.textPool ?? (await loadTextPool(options.signal));
    const written: GeneratedTable[] = [];
    for (const table of tables) written.push(await writeTable(table, output, textPool, { ...options, format, parts }));
    return written;
  } finally {
    await output.close();
  }
}

async function writeTable(
  table: TpchTable,
  output: OutputDirectory,
  textPool: Uint8Array,
  options: GenerateTpchOptions & { readonly format: TpchFormat; readonly parts: number },
): Promise<GeneratedTable> {
  const { scale, format, parts, signal, onProgress } = options;
  const expectedRows = tpchRowCount(table, scale);
  const partsOfTable = partsOf(table, scale, parts);
  let [rows, bytes] = [0, 0];
  const count = (more: number) => {
    rows += more;
    onProgress?.({ table, rows, expectedRows });
  };
  for (let part = 1; part <= partsOfTable; part += 1) {
    const path = partLocation(table, format, part, partsOfTable, parts);
    const from = { scale, part, parts: partsOfTable, textPool };
    const chunks = format === 'tbl' ? tblChunks(table, from, count) : parquetChunks(table, from, count, options);
    bytes += await output.put(path, chunks, signal);
  }
  const location = tableLocation(table, format, parts);
  return { table, location: await output.publish(location), files: partsOfTable, rows, bytes };
}

function* tblChunks(table: TpchTable, from: GenerateOptions, count: (rows: number) => void): Generator<Uint8Array> {
  for (const batch of columnBatches(table, from)) {
    yield formatTbl(batch);
    count(batch.rowCount);
  }
}

function parquetChunks(
  table: TpchTable,
  from: GenerateOptions,
  count: (rows: number) => void,
  { compression, rowGroupRows, signal }: GenerateTpchOptions,
): AsyncIterable<Uint8Array> {
  return encodeParquet(tpchSchemas[table], counted(generateBatches(table, from), count), {
    createdBy: `ballista-ts tpch ${BALLISTA_VERSION}`,
    ...(compression === undefined ? {} : { compression }),
    ...(rowGroupRows === undefined ? {} : { rowGroupRows }),
    ...(signal === undefined ? {} : { signal }),
  });
}

function* counted(batches: Iterable<RecordBatch>, count: (rows: number) => void): Generator<RecordBatch> {
  for (const batch of batches) {
    yield batch;
    count(batch.numRows);
  }
}
