import type { RecordBatch } from 'apache-arrow';
import type { JobId } from '../ids.js';
import type { PartitionLocation, ShuffleWritePartition } from '../shuffle/shuffle.js';
import type { Schema } from '../types/field.js';

/** One map output in the making. */
export interface ShuffleOutput {
  /** Adds a batch to an output partition. Resolves when more may be written (backpressure). */
  write(partition: number, batch: RecordBatch): Promise<void>;
  /** Completes the output and says what was written; partitions without rows are left out. */
  finish(): Promise<readonly ShuffleWritePartition[]>;
  /** Removes whatever was written. Safe to call at any time, also after `finish` failed. */
  abort(): Promise<void>;
}

export interface ShuffleWriteRequest {
  readonly jobId: JobId;
  readonly stageId: number;
  /** The producing task: the file id of the output. */
  readonly taskId: number;
  readonly schema: Schema;
  readonly codec: 'none' | 'lz4' | 'zstd';
}

/** Adds to a named counter. */
export type CountMetric = (name: string, by: number) => void;

/** How shuffle operators reach the bytes. The executor supplies files and Flight; tests supply memory. */
export interface ShuffleTransport {
  /** One Arrow stream file per partition of the stage. */
  openPassthrough(request: ShuffleWriteRequest, signal: AbortSignal): Promise<ShuffleOutput>;
  /** One data file ordered by output partition, and its index. */
  openSort(
    request: ShuffleWriteRequest & { readonly partitionCount: number },
    signal: AbortSignal,
  ): Promise<ShuffleOutput>;
  /**
   * The batches of all locations, in any order of locations; batches of one location keep their order.
   *
   * `count` hears what was done: `remote_bytes` and `local_bytes` (bytes of files), `remote_partitions`, `local_partitions`
   * (locations), `fetch_requests`, `fetch_retries`, and times in nanoseconds `fetch_time`, `local_read_time`,
   * `permit_wait_time`. They become metrics of the reading operator.
   * @throws FetchFailedError when a location cannot be read after all retries.
   */
  read(
    locations: readonly PartitionLocation[],
    schema: Schema,
    signal: AbortSignal,
    count?: CountMetric,
  ): AsyncIterable<RecordBatch>;
}
