import type { FileFormat, PartitionedFile } from '@ballista-ts/core';

export interface SplitOptions {
  /** Most groups to make. */
  readonly targetPartitions: number;
  /** A piece of a file of less than that many bytes is not worth a partition of its own; a whole file is. */
  readonly minBytes: number;
  /** Whether files may be cut at all. */
  readonly splitFiles: boolean;
}

/**
 * Files as groups, one per partition of the scan, of about the same number of bytes: e.g. files of 6 and 2 MiB for 4
 * partitions become [6: 0..2], [6: 2..4], [6: 4..6], [2]. No group is empty; fewer groups than asked for come out when the
 * bytes are few, or when files cannot be cut. Files are never put together while there are partitions left for them: whoever
 * wrote several files wants them read side by side, however small they are.
 */
export function splitFiles(files: readonly PartitionedFile[], options: SplitOptions): PartitionedFile[][] {
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0);
  if (files.length === 0) return [];
  const apart = Math.min(options.targetPartitions, files.length);
  if (options.splitFiles && files.every((file) => file.range === undefined)) {
    const byBytes = Math.floor(total / Math.max(options.minBytes, 1));
    const count = Math.max(Math.min(options.targetPartitions, byBytes), 1);
    if (count >= apart) return cutEvenly(files, total, count);
  }
  return wholeFiles(files, apart);
}

const bytesOf = (file: PartitionedFile): number =>
  file.range === undefined ? file.size : file.range.end - file.range.start;

/** Walks the files as one long sequence of bytes and cuts it into `count` pieces. */
function cutEvenly(files: readonly PartitionedFile[], total: number, count: number): PartitionedFile[][] {
  if (count === 1) return [[...files]];
  const perGroup = Math.ceil(total / count);
  const groups: PartitionedFile[][] = [];
  let group: PartitionedFile[] = [];
  let room = perGroup;
  for (const file of files) {
    let start = 0;
    do {
      const take = Math.min(room, file.size - start);
      const whole = start === 0 && take === file.size;
      group.push(whole ? file : withRange(file, start, start + take));
      start += take;
      room -= take;
      if (room === 0) {
        groups.push(group);
        group = [];
        room = perGroup;
      }
    } while (start < file.size);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** A part of a file; what was known of the whole is not known of a part. */
function withRange(file: PartitionedFile, start: number, end: number): PartitionedFile {
  const { statistics: _statistics, ...rest } = file;
  return { ...rest, range: { start, end } };
}

/** Largest file first, each to the group that has the fewest bytes; groups, and files within them, keep the order of the files. */
function wholeFiles(files: readonly PartitionedFile[], count: number): PartitionedFile[][] {
  const groups = Array.from({ length: count }, () => ({ bytes: 0, members: [] as number[] }));
  const order = files.map((_file, index) => index).sort((a, b) => bytesOf(files[b]!) - bytesOf(files[a]!) || a - b);
  for (const index of order) {
    const lightest = groups.reduce((least, group) => (group.bytes < least.bytes ? group : least));
    // An empty file weighs something too: opening it.
    lightest.bytes += bytesOf(files[index]!) + 1;
    lightest.members.push(index);
  }
  return groups
    .filter((group) => group.members.length > 0)
    .map((group) => group.members.sort((a, b) => a - b))
    .sort(([a], [b]) => a! - b!)
    .map((members) => members.map((index) => files[index]!));
}

/** Whether readers of this format can begin in the middle of a file: at a row group or after a line break. */
export function canSplit(format: FileFormat, newlinesInValues: boolean): boolean {
  const compression = format.options.get('compression')?.toLowerCase() ?? 'uncompressed';
  switch (format.kind) {
    case 'parquet':
      return true;
    case 'csv':
      return compression === 'uncompressed' && !newlinesInValues;
    case 'json':
      return compression === 'uncompressed';
    case 'arrow':
    case 'avro':
      return false;
  }
}
