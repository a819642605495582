import {
  exact,
  type ListingTableSource,
  type ObjectStore,
  type PartitionedFile,
  PlanError,
  type ResolvedFiles,
  type Schema,
  type Statistics,
  unknownStatistics,
} from '@ballista-ts/core';
import { fileFormatReader } from '../formats/file-format-reader.js';
import { throwIfAborted } from '../object-store/cancel.js';
import { mergeStatistics } from '../statistics/merge-statistics.js';
import { partitionValues } from './hive-partitions.js';
import { type ListedFile, type ListingRules, listTableFiles } from './list-files.js';
import type { ListingContext, ListingSettings } from './listing-context.js';
import { mapConcurrently } from './map-concurrently.js';
import { partitionStatistics } from './partition-statistics.js';
import { parseTableLocation } from './table-location.js';

/** Files of one store. */
export interface Listing {
  readonly objectStoreUrl: string;
  readonly store: ObjectStore;
  readonly files: readonly ListedFile[];
}

/**
 * The files at some locations, each once, in the order of the locations.
 * @throws PlanError when the locations are in different stores
 */
export async function listLocations(
  { stores }: ListingContext,
  locations: readonly string[],
  rules: ListingRules,
): Promise<Listing> {
  const parsed = locations.map(parseTableLocation);
  const [first] = parsed;
  if (first === undefined) throw new PlanError('a table over files needs a location');
  const { objectStoreUrl } = first;
  const other = parsed.find((location) => location.objectStoreUrl !== objectStoreUrl);
  if (other !== undefined) {
    throw new PlanError(
      `the locations of a table must be in one object store; ${objectStoreUrl} and ${other.objectStoreUrl} are two`,
    );
  }
  const store = stores.get(objectStoreUrl);
  const files = new Map<string, ListedFile>();
  for (const location of parsed) {
    for (const file of await listTableFiles(store, location, rules)) {
      if (!files.has(file.path)) files.set(file.path, file);
    }
  }
  return { objectStoreUrl, store, files: [...files.values()] };
}

/**
 * A listing table's source as a snapshot: its files as they are now, with their statistics. All I/O of planning such a table.
 * Works for sources that came over the wire as well.
 * @throws NotFoundError, PlanError, ExecutionError naming the file that is missing, misplaced or broken
 */
export async function resolveListingSource(
  source: ListingTableSource,
  context: ListingContext,
  settings: ListingSettings = {},
): Promise<ListingTableSource> {
  const { ignoreSubdirectory = true, signal } = settings;
  const listing = await listLocations(context, source.paths, {
    fileExtension: source.fileExtension,
    ignoreSubdirectory,
    ...(signal === undefined ? {} : { signal }),
  });
  return { ...source, resolved: await resolveFiles(listing, source, context, settings) };
}

async function resolveFiles(
  { objectStoreUrl, store, files }: Listing,
  source: ListingTableSource,
  context: ListingContext,
  { collectStatistics = true, concurrency = 32, metadataSizeHint, signal }: ListingSettings,
): Promise<ResolvedFiles> {
  const { fileSchema, partitionColumns, format } = source;
  const reader = fileFormatReader(
    format.kind,
    context.caches,
    metadataSizeHint === undefined ? {} : { sizeHint: metadataSizeHint },
  );
  const resolved = await mapConcurrently(files, concurrency, async (file): Promise<PartitionedFile> => {
    throwIfAborted(signal);
    const plain: PartitionedFile = {
      path: file.path,
      size: file.size,
      lastModifiedNs: BigInt(Math.trunc(file.lastModifiedMs)) * 1_000_000n,
      partitionValues: partitionValues(file, partitionColumns),
    };
    return collectStatistics
      ? { ...plain, ...(await reader.facts({ store, objectStoreUrl, file }, fileSchema)) }
      : plain;
  });
  return { objectStoreUrl, files: resolved, statistics: tableStatistics(resolved, source) };
}

/** Statistics over file columns and partition columns. */
function tableStatistics(
  files: readonly PartitionedFile[],
  { fileSchema, partitionColumns }: { readonly fileSchema: Schema; readonly partitionColumns: readonly unknown[] },
): Statistics {
  const columnCount = fileSchema.fields.length + partitionColumns.length;
  if (files.some((file) => file.statistics === undefined)) return unknownStatistics(columnCount);
  const parts = files.map((file): Statistics => {
    const own = file.statistics!;
    return { ...own, columns: [...own.columns, ...partitionStatistics(file.partitionValues, own.numRows)] };
  });
  const merged = mergeStatistics(parts, columnCount);
  return files.length === 0 ? { ...merged, numRows: exact(0) } : merged;
}
