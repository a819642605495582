import { NotFoundError, type ObjectMeta, type ObjectStore, type ReadOptions } from '@ballista-ts/core';
import { throwIfAborted } from '../object-store/cancel.js';
import { compileGlob } from './glob.js';
import { type HiveSegment, hiveSegments, parseHiveSegment } from './hive-partitions.js';
import { formatTableLocation, type TableLocation } from './table-location.js';

/** A file that belongs to a table. */
export interface ListedFile extends ObjectMeta {
  /** Hive partitions in the directories below the table's location, outermost first. */
  readonly partitions: readonly HiveSegment[];
}

export interface ListingRules extends ReadOptions {
  /** Ending that files in a directory must have. */
  readonly fileExtension: string;
  /** Leave out nested directories, except those of hive partitions. */
  readonly ignoreSubdirectory: boolean;
}

/**
 * The files of a location, in path order.
 *
 * A file is itself, whatever its name. A directory is all files in it with the extension; nested directories count when they are
 * hive partitions or `ignoreSubdirectory` is off. Names beginning with `.` or `_` are hidden (unfinished files, logs, markers), unless
 * they are partitions. A glob is every match: files, and directories under the same rules; the extension is not asked of
 * files when the pattern's last segment gives one.
 *
 * @throws NotFoundError when there is nothing at the location; a directory without files of the extension is just empty
 */
export async function listTableFiles(
  store: ObjectStore,
  location: TableLocation,
  rules: ListingRules,
): Promise<readonly ListedFile[]> {
  const { path, glob, isDirectory } = location;
  throwIfAborted(rules.signal);
  if (glob === undefined && !isDirectory && path !== '') {
    const file = await store.head(path, rules).catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
    if (file !== undefined) return [{ ...file, partitions: [] }];
  }
  const base = path === '' ? '' : `${path}/`;
  const pattern = glob === undefined ? undefined : compileGlob(glob);
  const namesExtension = glob?.slice(glob.lastIndexOf('/') + 1).includes('.') ?? false;
  const files: ListedFile[] = [];
  let seen = 0;
  for await (const file of store.list(base, rules)) {
    seen += 1;
    const relative = file.path.slice(base.length);
    let below: string | undefined = relative;
    if (pattern !== undefined) {
      const match = pattern.exec(relative);
      if (match === null) continue;
      below = match[1];
      if (below !== undefined && !below.endsWith(rules.fileExtension)) continue;
      if (below === undefined && !namesExtension && !relative.endsWith(rules.fileExtension)) continue;
    } else if (!relative.endsWith(rules.fileExtension)) continue;
    if (below !== undefined && !belongs(below.split('/'), rules)) continue;
    // A glob's own directories may be partitions too: `data/*/x.parquet`.
    files.push({ ...file, partitions: hiveSegments(relative.split('/').slice(0, -1)) });
  }
  if (seen === 0) {
    throw new NotFoundError(
      `there is nothing at ${formatTableLocation(location)}: no file, no directory with files in it`,
    );
  }
  return files;
}

/** Whether a file belongs to the directory it is found in, by the segments from there to the file. */
function belongs(segments: readonly string[], { ignoreSubdirectory }: ListingRules): boolean {
  return segments.every((segment, index) => {
    const isDirectory = index < segments.length - 1;
    if (isDirectory && parseHiveSegment(segment) !== undefined) return true;
    if (segment.startsWith('.') || segment.startsWith('_')) return false;
    return !isDirectory || !ignoreSubdirectory;
  });
}
