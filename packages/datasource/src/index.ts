export { createFileMetadataCaches, type FileMetadataCaches } from './formats/file-format-reader.js';
export { type EncodeParquetOptions, encodeParquet, type ParquetCompression } from './formats/parquet/encode-parquet.js';
// For other libraries.
export type {
  ByteSpan,
  ColumnChunk,
  CompressionCodec,
  LogicalType,
  ParquetFooter,
  PhysicalType,
  RawStatistics,
  Repetition,
  RowGroup,
  SchemaElement,
} from './formats/parquet/footer-types.js';
export {
  type MetadataOptions,
  type ParquetFileMetadata,
  ParquetMetadataCache,
} from './formats/parquet/metadata-cache.js';
export { type ParquetColumn, type ParquetSchema, parquetSchema } from './formats/parquet/parquet-schema.js';
export { parquetFileStatistics, rowGroupStatistics } from './formats/parquet/parquet-statistics.js';
export { type ReadFooterOptions, readParquetFooter } from './formats/parquet/read-footer.js';
export { type SchemaNode, schemaTree } from './formats/parquet/schema-tree.js';
export type { ListingContext, ListingSettings } from './listing/listing-context.js';
export { createListingTable, ListingTable, type ListingTableOptions } from './listing/listing-table.js';
export { resolveListingSource } from './listing/resolve-listing.js';
export { formatTableLocation, parseTableLocation, type TableLocation } from './listing/table-location.js';
export { createLocalObjectStore, type LocalObjectStoreOptions } from './object-store/local-object-store.js';
export { createObjectStoreRegistry, type MutableObjectStoreRegistry } from './object-store/object-store-registry.js';
export { compareValues } from './statistics/compare-values.js';
export { mergeStatistics } from './statistics/merge-statistics.js';
