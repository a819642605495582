import type { ExecutorId, PartitionId } from '../ids.js';

/**
 * How a shuffle writer laid its output out on disk: `passthrough` is one file per input partition, `sort` one data file
 * per task, ordered by output partition, with an index beside it.
 */
export const ShuffleLayout = { Passthrough: 'passthrough', Sort: 'sort' } as const;
export type ShuffleLayout = (typeof ShuffleLayout)[keyof typeof ShuffleLayout];

/** Which file of an output is meant. Only the sort layout has an index. */
export const ShuffleFileKind = { Data: 'data', Index: 'index' } as const;
export type ShuffleFileKind = (typeof ShuffleFileKind)[keyof typeof ShuffleFileKind];

/** Absolute half-open byte range `[start, end)` of one file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a fetch asks an executor for. The file's path is derived from these, never sent. */
export interface FetchPartition {
  readonly partition: PartitionId;
  /** Host and port of the executor that holds the file; a proxy forwards to it. */
  readonly host: string;
  readonly port: number;
  /** The producing task; absent only in the legacy single-file layout. */
  readonly fileId?: number;
  readonly layout: ShuffleLayout;
  readonly fileKind: ShuffleFileKind;
  /** Ranges of that file, returned concatenated in request order. Empty: whatever the identifiers address. */
  readonly byteRanges: readonly ByteRange[];
}

/** How to reach one executor. */
export interface ExecutorMetadata {
  readonly id: ExecutorId;
  readonly host: string;
  /** Port of the Flight service. */
  readonly port: number;
  /** Port of the control service. */
  readonly grpcPort: number;
  readonly vcores: number;
}

/** Size of one output partition as its writer measured it. */
export interface PartitionStats {
  /** -1 is never used: absent means unknown. */
  readonly numRows?: number;
  readonly numBatches?: number;
  /** Bytes of the Arrow buffers in memory. Join decisions use this one. */
  readonly numBytes?: number;
  /** Bytes on disk or on the wire, after compression. Fetch permits use this one. */
  readonly fileBytes?: number;
}

/** Where one map task left its share of one output partition. */
export interface PartitionLocation {
  /** Task id of the producer (not a partition number). */
  readonly mapPartitionId: number;
  readonly partitionId: PartitionId;
  readonly executor: ExecutorMetadata;
  readonly stats: PartitionStats;
  readonly fileId?: number;
  readonly layout: ShuffleLayout;
}

/** What a shuffle writer reports for one output partition. */
export interface ShuffleWritePartition {
  readonly partitionId: number;
  readonly numBatches: number;
  readonly numRows: number;
  /** Bytes of the Arrow buffers in memory. */
  readonly numBytes: number;
  /** Bytes on disk, after compression. */
  readonly fileBytes: number;
  readonly fileId?: number;
  readonly layout: ShuffleLayout;
}

/** Adjacent reduce partitions read together: each group lists consecutive upstream partitions. */
export interface CoalescePlan {
  readonly upstreamPartitionCount: number;
  readonly groups: readonly (readonly number[])[];
}
