import {
  type CreateExternalTablePlan,
  type FileFormatKind,
  fileFormatKinds,
  PlanError,
  type SessionConfig,
  type TableProvider,
} from '@ballista-ts/core';
import { createListingTable, type ListingContext } from '@ballista-ts/datasource';

/** The table that a CREATE EXTERNAL TABLE statement describes. Its files are looked at now, and again by every query. */
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
  return await createListingTable(listing, {
    locations: plan.locations,
    format: { kind: kind satisfies FileFormatKind, options: formatOptions(plan) },
    ...(plan.schema.fields.length > 0 && { schema: plan.schema }),
    ...(plan.partitionColumns.length > 0 && { partitionColumns: plan.partitionColumns }),
    inferPartitions: config.get('datafusion.execution.listing_table_factory_infer_partitions'),
    ignoreSubdirectory: config.get('datafusion.execution.listing_table_ignore_subdirectory'),
    collectStatistics: config.get('datafusion.execution.collect_statistics'),
    concurrency: config.get('datafusion.execution.meta_fetch_concurrency'),
    fileSortOrder: plan.orders,
    ...(plan.definition !== undefined && { definition: plan.definition }),
  });
}

/** Options without the `format.` prefix, which may be written or not. */
const formatOptions = (plan: CreateExternalTablePlan): ReadonlyMap<string, string> =>
  new Map([...plan.options].map(([key, value]) => [key.toLowerCase().replace(/^format\./, ''), value]));
