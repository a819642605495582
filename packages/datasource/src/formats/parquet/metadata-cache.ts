import { DecodeError, describeError, type ObjectMeta, type ObjectStore } from '@ballista-ts/core';
import type { ParquetFooter } from './footer-types.js';
import { type ParquetSchema, parquetSchema } from './parquet-schema.js';
import { broken, readParquetFooter } from './read-footer.js';

/** What is known of a Parquet file without reading its data. */
export interface ParquetFileMetadata extends ParquetSchema {
  readonly footer: ParquetFooter;
}

export interface MetadataOptions {
  /** Bytes at the end of a file that are fetched first. @default 524288 */
  readonly sizeHint?: number;
}

/** Decoded footers take about this many times their encoded size. */
const DECODED_FACTOR = 8;

/**
 * Footers of files that were looked at before, found by URL, size, modification time and etag: a file that changes is another
 * entry. The least recently used go first when the limit is reached. Two calls for one file at the same time read it once.
 */
export class ParquetMetadataCache {
  readonly #entries = new Map<string, { readonly metadata: Promise<ParquetFileMetadata>; bytes: number }>();
  #bytes = 0;

  /** @param maxBytes estimated bytes of memory that the footers may take; 0 keeps none. Default 50 MiB. */
  constructor(private readonly maxBytes: number = 50 * 1024 * 1024) {}

  /** Estimated bytes in the cache. */
  get byteSize(): number {
    return this.#bytes;
  }

  /**
   * The metadata of a file. Takes no signal: callers share reads, and one that leaves must not fail the others.
   * @throws ExecutionError naming the file when it is truncated, corrupt or not Parquet
   */
  async get(
    store: ObjectStore,
    objectStoreUrl: string,
    file: ObjectMeta,
    options: MetadataOptions = {},
  ): Promise<ParquetFileMetadata> {
    const key = JSON.stringify([objectStoreUrl, file.path, file.size, file.lastModifiedMs, file.etag ?? '']);
    const found = this.#entries.get(key);
    if (found !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, found);
      return await found.metadata;
    }
    const metadata = readMetadata(store, objectStoreUrl, file, options);
    const entry = { metadata, bytes: 0 };
    this.#entries.set(key, entry);
    try {
      const { footer } = await metadata;
      entry.bytes = footer.footerSize * DECODED_FACTOR;
      if (this.#entries.get(key) === entry) this.#bytes += entry.bytes;
      this.#shrink();
    } catch (error) {
      // Failures are not remembered: the file may be there, or whole, the next time.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
    return await metadata;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #shrink(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.maxBytes) return;
      if (entry.bytes === 0) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}

async function readMetadata(
  store: ObjectStore,
  objectStoreUrl: string,
  file: ObjectMeta,
  options: MetadataOptions,
): Promise<ParquetFileMetadata> {
  const displayName = objectStoreUrl + file.path;
  const footer = await readParquetFooter(store, file, { ...options, displayName });
  try {
    return { footer, ...parquetSchema(footer) };
  } catch (error) {
    if (error instanceof DecodeError)
      throw broken(displayName, `its schema is corrupt: ${describeError(error)}`, error);
    throw error;
  }
}
