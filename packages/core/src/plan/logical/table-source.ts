import type { SortExpr } from '../../expr/expr.js';
import type { Field, Schema } from '../../types/field.js';
import type { FileFormat, PartitionedFile } from '../file-format.js';
import type { ExecutionPlan } from '../physical/execution-plan.js';
import type { PhysicalExpr } from '../physical/physical-expr.js';
import type { Statistics } from '../statistics.js';

/** The files behind a listing table, as they were when the query was resolved. */
export interface ResolvedFiles {
  /** Scheme and authority, e.g. `file:///`. */
  readonly objectStoreUrl: string;
  readonly files: readonly PartitionedFile[];
  /** Statistics of all files together, over file columns + partition columns. */
  readonly statistics: Statistics;
}

/** Files of one format under one or more locations. */
export interface ListingTableSource {
  readonly kind: 'listing';
  /** Locations as URLs: files, directories or globs of one object store. */
  readonly paths: readonly string[];
  readonly format: FileFormat;
  /** Ending a file in a directory must have, e.g. `.parquet`. */
  readonly fileExtension: string;
  /** Columns in the files. */
  readonly fileSchema: Schema;
  /** Columns from hive directory names; they follow the file columns. */
  readonly partitionColumns: readonly Field[];
  /** Orders the files are declared to have. */
  readonly fileSortOrder: readonly (readonly SortExpr[])[];
  /** Set by the resolve phase of whoever plans physically; a plan on the wire goes without. */
  readonly resolved?: ResolvedFiles;
}

/** Rows held in memory: one Arrow IPC stream per partition. */
export interface MemoryTableSource {
  readonly kind: 'memory';
  readonly schema: Schema;
  readonly partitions: readonly Uint8Array[];
  readonly statistics?: Statistics;
}

/** The working table of a recursive query. */
export interface CteWorkTableSource {
  readonly kind: 'cteWorkTable';
  readonly name: string;
  readonly schema: Schema;
}

/** A table of an application's own. It must plan its scan without I/O; what needs I/O belongs into `TableProvider.resolve`. */
export interface CustomTableSource {
  readonly kind: 'custom';
  /** Name that its codec knows it by. */
  readonly type: string;
  readonly schema: Schema;
  readonly statistics?: Statistics;
  /** How much of a filter the scan takes over: `exact` filters leave the plan. */
  readonly supportsFilter?: (filter: PhysicalExpr) => 'exact' | 'inexact' | 'unsupported';
  readonly scan: (request: {
    readonly projection?: readonly number[];
    readonly filters: readonly PhysicalExpr[];
    readonly limit?: number;
    readonly targetPartitions: number;
  }) => ExecutionPlan;
}

/** Where the rows of a table come from, as an immutable snapshot. */
export type TableSource = ListingTableSource | MemoryTableSource | CteWorkTableSource | CustomTableSource;

/** Columns of a table, partition columns last. */
export const tableSourceSchema = (of: TableSource): Schema =>
  of.kind === 'listing' ? { ...of.fileSchema, fields: [...of.fileSchema.fields, ...of.partitionColumns] } : of.schema;
