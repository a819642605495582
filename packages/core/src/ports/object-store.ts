/** One object of a store. */
export interface ObjectMeta {
  /** Relative to the store: no scheme, host or leading slash. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly lastModifiedMs: number;
  /** Changes when the content does, if the store knows such a thing. */
  readonly etag?: string;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Files somewhere: a disk, S3, an HTTP server. Paths are relative to the store, with `/` between segments. */
export interface ObjectStore {
  /** @throws NotFoundError */
  head(path: string, options?: ReadOptions): Promise<ObjectMeta>;
  /** Bytes `[start, end)`. @throws NotFoundError, IoError when the range reaches beyond the object. */
  getRange(path: string, start: number, end: number, options?: ReadOptions): Promise<Uint8Array>;
  /** Every object whose path begins with the prefix, in path order. */
  list(prefix: string, options?: ReadOptions): AsyncIterable<ObjectMeta>;
  /** Writes an object; it is visible only when complete. */
  put(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: ReadOptions,
  ): Promise<ObjectMeta>;
  delete(path: string): Promise<void>;
}

/** Finds the store for a URL such as `file:///data` or `s3://bucket/`. */
export interface ObjectStoreRegistry {
  /** @throws NotYetSupportedError for schemes nobody registered. */
  get(objectStoreUrl: string): ObjectStore;
}
