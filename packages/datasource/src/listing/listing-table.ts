import {
  type Field,
  type FileFormat,
  type FileFormatKind,
  field,
  type ListingTableSource,
  PlanError,
  type ReadOptions,
  type Schema,
  type SortExpr,
  type TableProvider,
  tableSourceSchema,
  Utf8,
} from '@ballista-ts/core';
import { type FileFormatReader, fileFormatReader } from '../formats/file-format-reader.js';
import { inferPartitionColumns } from './hive-partitions.js';
import type { ListingContext, ListingSettings } from './listing-context.js';
import { mapConcurrently } from './map-concurrently.js';
import { mergeFileSchemas } from './merge-schemas.js';
import { type Listing, listLocations, resolveListingSource } from './resolve-listing.js';
import { formatTableLocation, parseTableLocation } from './table-location.js';

export interface ListingTableOptions extends ListingSettings {
  /** Files, directories or globs, as paths or URLs, all in one object store. */
  readonly locations: string | readonly string[];
  /** @default 'parquet' */
  readonly format?: FileFormat | FileFormatKind;
  /** Ending of the files in a directory. @default the format's, e.g. `.parquet` */
  readonly fileExtension?: string;
  /** Declared columns, with or without the partition columns. @default the columns of all files together */
  readonly schema?: Schema;
  /** Columns that come from hive directories (`year=2024/`); names alone take their type from `schema`, else Utf8. */
  readonly partitionColumns?: readonly (string | Field)[];
  /**
   * Find partition columns in the directory names when `partitionColumns` is not given
   * (`datafusion.execution.listing_table_factory_infer_partitions`). @default true
   */
  readonly inferPartitions?: boolean;
  /** Orders that the files are declared to have; trusted. */
  readonly fileSortOrder?: readonly (readonly SortExpr[])[];
  /** Text of the statement that made the table. */
  readonly definition?: string;
}

/** A table over files. Every `resolve` lists them anew; its columns stay as they were when it was made. */
export class ListingTable implements TableProvider {
  readonly tableType = 'BASE TABLE';
  readonly schema: Schema;
  readonly definition?: string;

  /** Use `createListingTable`, which finds out what the files are like. */
  constructor(
    /** Without its files. */
    readonly source: ListingTableSource,
    private readonly context: ListingContext,
    private readonly settings: ListingSettings,
    definition?: string,
  ) {
    this.schema = tableSourceSchema(source);
    if (definition !== undefined) this.definition = definition;
  }

  async resolve(options: ReadOptions = {}): Promise<ListingTableSource> {
    return await resolveListingSource(this.source, this.context, { ...this.settings, ...options });
  }
}

/**
 * Makes a table over files: finds its partition columns in the directories and its columns in the files, unless they are given.
 *
 * @throws NotFoundError when there is nothing at a location
 * @throws PlanError when no file is there to infer columns from, or files contradict each other
 * @throws ExecutionError naming a file that is truncated or corrupt
 * @throws NotYetSupportedError for formats other than Parquet and stores nobody registered
 */
export async function createListingTable(context: ListingContext, options: ListingTableOptions): Promise<ListingTable> {
  const {
    locations,
    format = 'parquet',
    fileExtension,
    schema,
    partitionColumns,
    inferPartitions = true,
    fileSortOrder = [],
    definition,
    ...settings
  } = options;
  const paths = (typeof locations === 'string' ? [locations] : locations).map((text) =>
    formatTableLocation(parseTableLocation(text)),
  );
  const fileFormat: FileFormat = typeof format === 'string' ? { kind: format, options: new Map() } : format;
  const reader = fileFormatReader(fileFormat.kind, context.caches, sizeHint(settings));
  const extension = fileExtension ?? reader.defaultExtension;
  const listing = await listLocations(context, paths, {
    fileExtension: extension,
    ignoreSubdirectory: settings.ignoreSubdirectory ?? true,
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
  });
  const partitions =
    partitionColumns?.map((column) => partitionField(column, schema)) ??
    (inferPartitions ? inferPartitionColumns(listing.files).map((column) => partitionField(column.name, schema)) : []);
  const columns = schema ?? (await inferSchema(listing, reader, paths, extension, settings.concurrency ?? 32));
  const { signal: _signal, ...lasting } = settings;
  return new ListingTable(
    {
      kind: 'listing',
      paths,
      format: fileFormat,
      fileExtension: extension,
      // A column that is in the files and in their directory names is the directory's.
      fileSchema: {
        ...columns,
        fields: columns.fields.filter(({ name }) => !partitions.some((one) => one.name === name)),
      },
      partitionColumns: partitions,
      fileSortOrder,
    },
    context,
    lasting,
    definition,
  );
}

async function inferSchema(
  { objectStoreUrl, store, files }: Listing,
  reader: FileFormatReader,
  paths: readonly string[],
  extension: string,
  concurrency: number,
): Promise<Schema> {
  if (files.length === 0) {
    throw new PlanError(
      `no file ending in ${extension} at ${paths.join(', ')}, so there is nothing to take the table's columns from; declare them`,
    );
  }
  const schemas = await mapConcurrently(files, concurrency, (file) => reader.schema({ store, objectStoreUrl, file }));
  return mergeFileSchemas(files.map((file, index) => ({ path: objectStoreUrl + file.path, schema: schemas[index]! })));
}

function partitionField(column: string | Field, declared: Schema | undefined): Field {
  if (typeof column !== 'string') return column;
  return declared?.fields.find(({ name }) => name === column) ?? field(column, Utf8, true);
}

const sizeHint = ({ metadataSizeHint }: ListingSettings) =>
  metadataSizeHint === undefined ? {} : { sizeHint: metadataSizeHint };
