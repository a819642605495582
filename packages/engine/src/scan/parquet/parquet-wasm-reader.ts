import { ExecutionError, type ObjectStore } from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import { parseRecordBatch } from 'arrow-js-ffi';
import { ParquetFile, wasmMemory } from 'parquet-wasm';
import { guarded, isPanic } from './panic-guard.js';
import { RangeBlob, RangeSource } from './range-blob.js';

/** One Parquet file, read by ranges and decoded by parquet-wasm. */
export class ParquetWasmReader {
  readonly #file: ParquetFile;
  readonly #source: RangeSource;
  /** A panic leaves the file borrowed for ever; freeing it then would throw. */
  #panicked = false;

  private constructor(file: ParquetFile, source: RangeSource) {
    this.#file = file;
    this.#source = source;
  }

  /** @throws ExecutionError naming the file when it is not Parquet or is damaged. */
  static async open(store: ObjectStore, path: string, size: number, signal: AbortSignal): Promise<ParquetWasmReader> {
    const source = new RangeSource(store, path, signal);
    // Only `size`, `slice` and `arrayBuffer` are ever used (pinned by a test of this version).
    const blob = new RangeBlob(source, 0, size) as unknown as Blob;
    const file = await decode(source, `cannot open Parquet file ${path}`, () => ParquetFile.fromFile(blob));
    return new ParquetWasmReader(file, source);
  }

  get bytesRead(): number {
    return this.#source.bytesRead;
  }

  /** The named columns of one row group, in batches. Columns come in the file's order, whatever the order asked for. */
  async readRowGroup(rowGroup: number, columns: readonly string[], batchSize: number): Promise<RecordBatch[]> {
    const what = `cannot read row group ${rowGroup} of Parquet file ${this.#source.path}, columns ${columns.join(', ')}`;
    this.#panicked = true;
    const table = await decode(this.#source, what, () =>
      this.#file.read({ rowGroups: [rowGroup], columns: [...columns], batchSize }),
    );
    this.#panicked = false;
    const ffi = table.intoFFI();
    try {
      const batches: RecordBatch[] = [];
      for (let index = 0; index < ffi.numArrays(); index += 1) {
        // The memory's buffer is replaced whenever it grows, so it is fetched for every batch.
        batches.push(parseRecordBatch(wasmMemory().buffer, ffi.arrayAddr(index), ffi.schemaAddr(), true));
      }
      return batches;
    } finally {
      ffi.free();
    }
  }

  close(): void {
    if (!this.#panicked) this.#file.free();
  }
}

async function decode<T>(source: RangeSource, what: string, read: () => Promise<T>): Promise<T> {
  try {
    const result = await guarded(read);
    if (source.failure !== undefined) throw source.failure;
    return result;
  } catch (error) {
    if (source.failure !== undefined) throw source.failure;
    throw new ExecutionError(
      `${what}: ${isPanic(error) ? 'the data is corrupt' : error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
