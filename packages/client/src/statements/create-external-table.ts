import {
  type CreateExternalTablePlan,
  type Field,
  type FileFormatKind,
  fileFormatKinds,
  PlanError,
  type Schema,
  type SessionConfig,
  type TableProvider,
} from '@ballista-ts/core';
import { createListingTable, type ListingContext, type ListingTableOptions } from '@ballista-ts/datasource';

/** What may be said about files that become a table. */
export interface RegisterFilesOptions {
  /** Options of the format, by the names that CREATE EXTERNAL TABLE ... OPTIONS knows. @default the format's */
  readonly options?: Readonly<Record<string, string>>;
  /** Declared columns. @default the columns of all files together */
  readonly schema?: Schema;
  /** Columns that come from directories (`year=2024/`). @default found in the names of the directories */
  readonly partitionColumns?: readonly (string | Field)[];
  /** Ending of the files in a directory. @default the format's, e.g. `.parquet` */
  readonly fileExtension?: string;
}

type FileTable = RegisterFilesOptions &
  Pick<ListingTableOptions, 'locations' | 'fileSortOrder' | 'definition'> & { readonly kind: FileFormatKind };

/** A table over files. They are looked at now, and again by every query. */
export async function fileTable(
  { kind, options = {}, ...rest }: FileTable,
  listing: ListingContext,
  config: SessionConfig,
): Promise<TableProvider> {
  return await createListingTable(listing, {
    ...rest,
    format: { kind, options: formatOptions(Object.entries(options)) },
    inferPartitions: config.get('datafusion.execution.listing_table_factory_infer_partitions'),
    ignoreSubdirectory: config.get('datafusion.execution.listing_table_ignore_subdirectory'),
    collectStatistics: config.get('datafusion.execution.collect_statistics'),
    concurrency: config.get('datafusion.execution.meta_fetch_concurrency'),
  });
}

/** The table that a CREATE EXTERNAL TABLE statement describes. */
export async function externalTable(
  plan: CreateExternalTablePlan,
  listing: ListingContext,
  config: SessionConfig,
): Promise<TableProvider> {
  const kind = fileFormatKinds.find((one) => one === plan.fileType.toLowerCase());
  if (kind === undefined) {
    throw new PlanError(
      `STORED AS ${plan.fileType} is not known; there are ${fileFormatKinds.map((one) => one.toUpperCase()).join(', ')}`,
    );
  }
  const table: FileTable = {
    kind,
    locations: plan.locations,
    options: Object.fromEntries(plan.options),
    ...(plan.schema.fields.length > 0 && { schema: plan.schema }),
    ...(plan.partitionColumns.length > 0 && { partitionColumns: plan.partitionColumns }),
    fileSortOrder: plan.orders,
    ...(plan.definition !== undefined && { definition: plan.definition }),
  };
  return await fileTable(table, listing, config);
}

/** Options without the `format.` prefix, which may be written or not. */
const formatOptions = (options: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(options.map(([key, value]) => [key.toLowerCase().replace(/^format\./, ''), value]));
