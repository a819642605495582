import {
  dataTypeEquals,
  dataTypeFromArrow,
  ExecutionError,
  type Field,
  formatDataType,
  type ObjectStore,
  type PartitionedFile,
  type Value,
  vectorValues,
} from '@ballista-ts/core';
import { readParquetFooter } from '@ballista-ts/datasource';
import { type Column, castValue, lazyColumn } from '@ballista-ts/functions';
import { type RecordBatch, Vector } from 'apache-arrow';
import { ParquetWasmReader } from './parquet-wasm-reader.js';

export interface ReadBatchesRequest {
  readonly store: ObjectStore;
  readonly file: PartitionedFile;
  /** Columns of the table that are wanted, in order. One that the file lacks reads as NULL. */
  readonly wanted: readonly Field[];
  readonly batchSize: number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/** The wanted columns of a file's rows, as far as the file's range owns them: a row group belongs to the range it begins in. */
export async function* readParquetBatches(
  request: ReadBatchesRequest,
): AsyncGenerator<{ readonly numRows: number; readonly columns: readonly Column[] }> {
  const { store, file, wanted, signal } = request;
  const footer = await readParquetFooter(store, file, { signal });
  const range = file.range ?? { start: 0, end: file.size };
  const present = new Set(footer.elements.slice(1).map((element) => element.name));
  const names = [...new Set(wanted.map((field) => field.name))].filter((name) => present.has(name));
  const groups = footer.rowGroups.flatMap((group, index) =>
    group.rowCount > 0 && group.start >= range.start && group.start < range.end
      ? [{ index, rowCount: group.rowCount }]
      : [],
  );
  if (groups.length === 0) return;
  if (names.length === 0) {
    // Nothing of the file is wanted but its rows.
    for (const { rowCount } of groups)
      yield { numRows: rowCount, columns: wanted.map((field) => nullColumn(field, rowCount)) };
    return;
  }
  const reader = await ParquetWasmReader.open(store, file.path, file.size, signal);
  try {
    for (const { index } of groups) {
      for (const batch of await reader.readRowGroup(index, names, request.batchSize)) {
        yield { numRows: batch.numRows, columns: wanted.map((field) => columnOf(batch, field, file.path)) };
      }
    }
  } finally {
    request.onBytes(reader.bytesRead);
    reader.close();
  }
}

const nullColumn = (field: Field, numRows: number): Column =>
  lazyColumn(field.type, () => new Array<Value>(numRows).fill(null));

/** A column by name, converted when the file has it in another type than the table. */
function columnOf(batch: RecordBatch, field: Field, path: string): Column {
  const index = batch.schema.fields.findIndex((one) => one.name === field.name);
  const child = index < 0 ? undefined : batch.data.children[index];
  if (child === undefined) return nullColumn(field, batch.numRows);
  const found = dataTypeFromArrow(batch.schema.fields[index]!.type);
  const values = (): Value[] => vectorValues(new Vector([child]));
  if (dataTypeEquals(found, field.type)) return lazyColumn(field.type, values);
  return lazyColumn(field.type, () =>
    values().map((value) => {
      try {
        return castValue(value, found, field.type);
      } catch (error) {
        throw new ExecutionError(
          `column ${field.name} of ${path} is ${formatDataType(found)}, the table says ${formatDataType(field.type)}`,
          { cause: error },
        );
      }
    }),
  );
}
