import { type Field, field, PlanError, type ScalarValue, Utf8 } from '@ballista-ts/core';
import { parsePartitionValue } from './partition-value.js';

/** A directory such as `year=2024`, decoded. */
export interface HiveSegment {
  readonly name: string;
  readonly value: string;
}

/** The partition a directory name stands for; undefined when it is an ordinary name. */
export function parseHiveSegment(segment: string): HiveSegment | undefined {
  const at = segment.indexOf('=');
  if (at <= 0) return undefined;
  return { name: decode(segment.slice(0, at)), value: decode(segment.slice(at + 1)) };
}

/** The partitions in the directories between a table's location and one of its files, outermost first. */
export function hiveSegments(directories: readonly string[]): readonly HiveSegment[] {
  return directories.flatMap((segment) => parseHiveSegment(segment) ?? []);
}

/** One file of a listing, with what its directories say. */
export interface HiveFile {
  readonly path: string;
  readonly partitions: readonly HiveSegment[];
}

/**
 * Partition columns, all of type Utf8, from the directories of the files; none for a table without such directories.
 * @throws PlanError when files lie under different partition columns
 */
export function inferPartitionColumns(files: readonly HiveFile[]): readonly Field[] {
  const [first] = files;
  if (first === undefined) return [];
  const names = first.partitions.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new PlanError(`${first.path}: the partition column ${repeated} comes twice in the path`);
  for (const { path, partitions } of files) {
    const others = partitions.map(({ name }) => name);
    if (others.length !== names.length || others.some((name, index) => name !== names[index])) {
      throw new PlanError(
        `files of one table have different partition columns: ${describe(first.path, names)}, but ${describe(path, others)}`,
      );
    }
  }
  return names.map((name) => field(name, Utf8, true));
}

/**
 * A file's values for the partition columns, found by name in its directories.
 * @throws PlanError when a column is missing or a value does not fit its type
 */
export function partitionValues(file: HiveFile, columns: readonly Field[]): readonly ScalarValue[] {
  return columns.map(({ name, type }) => {
    const found = file.partitions.find((segment) => segment.name === name);
    if (found === undefined) {
      throw new PlanError(`${file.path}: no directory ${name}=... in the path gives the partition column ${name}`);
    }
    return parsePartitionValue(type, found.value, `partition column ${name} of ${file.path}`);
  });
}

const describe = (path: string, names: readonly string[]): string =>
  `${path} has ${names.length === 0 ? 'none' : names.join(', ')}`;

/** Writers percent-encode what does not go into a file name. What is not an encoding is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
