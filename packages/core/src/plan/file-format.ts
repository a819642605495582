import type { Field, Schema } from '../types/field.js';
import type { ScalarValue } from '../types/scalar-value.js';
import type { Statistics } from './statistics.js';

export const fileFormatKinds = ['parquet', 'csv', 'json', 'arrow', 'avro'] as const;
export type FileFormatKind = (typeof fileFormatKinds)[number];

/** A file format with its options as text, keys without the `format.` prefix (`has_header`, `compression`, ...). */
export interface FileFormat {
  readonly kind: FileFormatKind;
  readonly options: ReadonlyMap<string, string>;
}

/** Absolute half-open byte range of a file that one scan partition owns: it reads the row groups or lines that begin in it. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** One file of a scan. `path` is relative to the store: no scheme, host or leading slash. */
export interface PartitionedFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch. */
  readonly lastModifiedNs: bigint;
  /** Hive partition values, one per partition column. */
  readonly partitionValues: readonly ScalarValue[];
  readonly range?: FileRange;
  /**
   * Offsets at which a range may usefully begin (the row groups of a Parquet file), ascending. Known to the planner that cuts files into
   * ranges; not on the wire.
   */
  readonly splitOffsets?: readonly number[];
  /** Statistics of this file alone, over the table's file columns. */
  readonly statistics?: Statistics;
}

/** What every file scan needs to know; a scan's node adds what its format needs. */
export interface FileScanConfig {
  /** Scheme and authority, e.g. `file:///` or `s3://bucket/`. */
  readonly objectStoreUrl: string;
  /** One group per output partition; an empty group is an empty partition. */
  readonly fileGroups: readonly (readonly PartitionedFile[])[];
  /** Columns in the files (of all files together). */
  readonly fileSchema: Schema;
  /** Columns that come from directory names; they follow the file columns. */
  readonly partitionColumns: readonly Field[];
  /** Positions in file columns + partition columns that come out, in order; absent: all. */
  readonly projection?: readonly number[];
  /** Stop after that many rows per partition (a hint: a scan may give more). */
  readonly limit?: number;
  /** Statistics of the whole scan, over file columns + partition columns. */
  readonly statistics: Statistics;
}
