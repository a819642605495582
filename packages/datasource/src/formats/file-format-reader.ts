import {
  type FileFormatKind,
  NotYetSupportedError,
  type ObjectMeta,
  type ObjectStore,
  type Schema,
  type Statistics,
} from '@ballista-ts/core';
import { type MetadataOptions, type ParquetFileMetadata, ParquetMetadataCache } from './parquet/metadata-cache.js';
import { parquetFileStatistics } from './parquet/parquet-statistics.js';

/** A file in its store. */
export interface FileInStore {
  readonly store: ObjectStore;
  readonly objectStoreUrl: string;
  readonly file: ObjectMeta;
}

/** What planning needs to know of one file. */
export interface FileFacts {
  /** Over the table's file columns. */
  readonly statistics: Statistics;
  /** Offsets at which a scan of a part of the file may begin. */
  readonly splitOffsets?: readonly number[];
}

/** What a listing table asks of a file format. */
export interface FileFormatReader {
  readonly defaultExtension: string;
  /** The columns of a file. */
  schema(from: FileInStore): Promise<Schema>;
  /** What is known of a file's rows, over the columns of the table. */
  facts(from: FileInStore, table: Schema): Promise<FileFacts>;
}

/** Shared by all tables of a session: what was read of files, so that it is not read again. */
export interface FileMetadataCaches {
  readonly parquet: ParquetMetadataCache;
}

/** @param options.maxBytes estimated memory for what is remembered; default 50 MiB */
export const createFileMetadataCaches = (options: { readonly maxBytes?: number } = {}): FileMetadataCaches => ({
  parquet: new ParquetMetadataCache(options.maxBytes),
});

const unsupported: Readonly<Record<Exclude<FileFormatKind, 'parquet'>, () => never>> = {
  csv: () => {
    throw new NotYetSupportedError('reading CSV files');
  },
  json: () => {
    throw new NotYetSupportedError('reading JSON files');
  },
  arrow: () => {
    throw new NotYetSupportedError('reading Arrow files');
  },
  avro: () => {
    throw new NotYetSupportedError('reading Avro files');
  },
};

/** The reader of a format. @throws NotYetSupportedError for formats other than Parquet */
export function fileFormatReader(
  kind: FileFormatKind,
  caches: FileMetadataCaches,
  options: MetadataOptions = {},
): FileFormatReader {
  if (kind !== 'parquet') return unsupported[kind]();
  return {
    defaultExtension: '.parquet',
    async schema({ store, objectStoreUrl, file }) {
      return (await caches.parquet.get(store, objectStoreUrl, file, options)).schema;
    },
    async facts({ store, objectStoreUrl, file }, table) {
      return parquetFacts(await caches.parquet.get(store, objectStoreUrl, file, options), table);
    },
  };
}

/** Facts of files that are in the cache, by the schema object they were asked for: every query of a table asks again. */
const knownFacts = new WeakMap<ParquetFileMetadata, WeakMap<Schema, FileFacts>>();

function parquetFacts(metadata: ParquetFileMetadata, table: Schema): FileFacts {
  const ofFile = knownFacts.get(metadata) ?? new WeakMap<Schema, FileFacts>();
  knownFacts.set(metadata, ofFile);
  const known = ofFile.get(table);
  if (known !== undefined) return known;
  const facts = {
    statistics: parquetFileStatistics(metadata.footer, metadata, table),
    splitOffsets: metadata.footer.rowGroups.map((group) => group.start),
  };
  ofFile.set(table, facts);
  return facts;
}
