import type { ObjectStoreRegistry, ReadOptions } from '@ballista-ts/core';
import type { FileMetadataCaches } from '../formats/file-format-reader.js';

/** What listing needs of the session or process it runs in. */
export interface ListingContext {
  readonly stores: ObjectStoreRegistry;
  readonly caches: FileMetadataCaches;
}

export interface ListingSettings extends ReadOptions {
  /** Leave out nested directories that are no hive partitions (`datafusion.execution.listing_table_ignore_subdirectory`). @default true */
  readonly ignoreSubdirectory?: boolean;
  /** Read the statistics of every file (`datafusion.execution.collect_statistics`). @default true */
  readonly collectStatistics?: boolean;
  /** Files read at once (`datafusion.execution.meta_fetch_concurrency`). @default 32 */
  readonly concurrency?: number;
  /** Bytes of a Parquet file's end that are fetched first (`datafusion.execution.parquet.metadata_size_hint`). @default 524288 */
  readonly metadataSizeHint?: number;
}
