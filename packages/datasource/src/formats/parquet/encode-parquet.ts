import { setImmediate } from 'node:timers/promises';
import { CancelledError, describeError, ExecutionError, type Schema, schemaToArrow } from '@ballista-ts/core';
import { type RecordBatch, RecordBatchStreamWriter, Table } from 'apache-arrow';

export type ParquetCompression = 'none' | 'snappy' | 'zstd' | 'lz4';

export interface EncodeParquetOptions {
  /** @default 'zstd' */
  readonly compression?: ParquetCompression;
  /** Rows of a row group; also what is held in memory at a time. @default 122880 */
  readonly rowGroupRows?: number;
  /** Name and version of the writer, stored in the file. */
  readonly createdBy?: string;
  readonly signal?: AbortSignal;
}

type ParquetWasm = typeof import('parquet-wasm');

/**
 * Encodes Arrow batches as one Parquet file, in chunks as row groups become complete. Every column gets statistics; decimals are
 * stored as 32- or 64-bit integers where their precision allows it, which is what other engines expect.
 *
 * Errors of the batches' iterator, an abort and failures of the encoder come out of the iteration, and the chunks given until
 * then are no file.
 * @throws CancelledError, ExecutionError
 */
export async function* encodeParquet(
  schema: Schema,
  batches: Iterable<RecordBatch> | AsyncIterable<RecordBatch>,
  options: EncodeParquetOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  // 5 MB of wasm: only for those who write.
  const wasm = await import('parquet-wasm');
  const source = new BatchSource(wasm, batches, options.signal);
  const first = await source.next();
  if (first === undefined) {
    source.throwIfFailed();
    yield encodeEmpty(wasm, schema, options);
    return;
  }
  const encoded = await wasm.transformParquetStream(source.stream(first), writerProperties(wasm, options));
  const reader = (encoded as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ExecutionError(`cannot encode Parquet: ${describeError(error)}`, { cause: error });
      });
      // After a failure the encoder ends the file properly; it must not look whole.
      source.throwIfFailed();
      if (done) return;
      yield value;
    }
  } finally {
    await source.close();
    // The encoder runs to the end of its (now empty) input, so that nothing of it stays in wasm memory.
    while (!(await reader.read().catch(() => ({ done: true }))).done);
  }
}

/**
 * Batches as the encoder takes them. The encoder answers a failing stream with a panic that nobody can catch, so failures end the
 * stream and are kept for the other side.
 */
class BatchSource {
  readonly #iterator: Iterator<RecordBatch> | AsyncIterator<RecordBatch>;
  #failure: { readonly error: unknown } | undefined;
  #closed = false;

  constructor(
    private readonly wasm: ParquetWasm,
    batches: Iterable<RecordBatch> | AsyncIterable<RecordBatch>,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
  }

  /** The next batch with rows; undefined at the end and after a failure. */
  async next(): Promise<RecordBatch | undefined> {
    try {
      while (!this.#closed) {
        // Encoding is a chain of promises: without this, timers and signal handlers would wait for the next row group.
        await setImmediate();
        if (this.signal?.aborted) throw new CancelledError('writing was cancelled', { cause: this.signal.reason });
        const next = await this.#iterator.next();
        if (next.done) this.#closed = true;
        else if (next.value.numRows > 0) return next.value;
      }
    } catch (error) {
      this.#failure ??= { error };
      await this.close();
    }
    return undefined;
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#iterator.return?.();
  }

  stream(first: RecordBatch): ReadableStream {
    let waiting: RecordBatch | undefined = first;
    return new ReadableStream(
      {
        pull: async (controller) => {
          const batch = waiting ?? (await this.next());
          waiting = undefined;
          if (batch === undefined) controller.close();
          else for (const one of this.#toWasm(batch)) controller.enqueue(one);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Copies a batch into wasm memory; it goes by uncompressed IPC, the only kind this build reads. */
  #toWasm(batch: RecordBatch) {
    const table = this.wasm.Table.fromIPCStream(RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true));
    try {
      return table.recordBatches();
    } finally {
      table.free();
    }
  }
}

function encodeEmpty(wasm: ParquetWasm, schema: Schema, options: EncodeParquetOptions): Uint8Array {
  const ipc = RecordBatchStreamWriter.writeAll(new Table(schemaToArrow(schema))).toUint8Array(true);
  return wasm.writeParquet(wasm.Table.fromIPCStream(ipc), writerProperties(wasm, options));
}

function writerProperties(
  wasm: ParquetWasm,
  { compression = 'zstd', rowGroupRows = 122_880, createdBy = 'ballista-ts' }: EncodeParquetOptions,
) {
  const codecs = {
    none: wasm.Compression.UNCOMPRESSED,
    snappy: wasm.Compression.SNAPPY,
    zstd: wasm.Compression.ZSTD,
    lz4: wasm.Compression.LZ4_RAW,
  } as const;
  return new wasm.WriterPropertiesBuilder()
    .setCompression(codecs[compression])
    .setMaxRowGroupSize(rowGroupRows)
    .setStatisticsEnabled(wasm.EnabledStatistics.Page)
    .setCreatedBy(createdBy)
    .build();
}
