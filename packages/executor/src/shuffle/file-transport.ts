import {
  type CountMetric,
  type PartitionLocation,
  type Random,
  type Schema,
  type SessionConfig,
  type ShuffleOutput,
  type ShuffleTransport,
  type ShuffleWriteRequest,
  schemaToArrow,
  systemRandom,
} from '@ballista-ts/core';
import { type ConnectionPool, ensureIpcCodecs } from '@ballista-ts/flight';
import type { RecordBatch } from 'apache-arrow';
import type { FetchGovernor } from './fetch-governor.js';
import { FileShuffleStore } from './file-shuffle-store.js';
import { PassthroughOutput } from './passthrough-output.js';
import { newReadMetrics, type ReadMetrics, readLocations } from './read-locations.js';
import { SortOutput } from './sort-output.js';

export interface FileTransportOptions {
  readonly workDir: string;
  /** Settings of the task's session. */
  readonly config: SessionConfig;
  readonly pool: ConnectionPool;
  readonly governor: FetchGovernor;
  /** Bytes a sort output may hold when the session sets no limit. */
  readonly poolShareBytes?: number | undefined;
  /** Which part of its task this is, when several workers share it; see `mergeSortParts`. */
  readonly part?: number | undefined;
  /** @default the machine's */
  readonly random?: Random;
}

/** What the shuffles of one task did, for its metrics. */
export interface ShuffleCounters {
  readonly read: ReadMetrics;
  spillCount: number;
  spilledBytes: number;
}

/** Shuffle outputs in files below the work directory, read from there or over Flight. One per task. */
export class FileTransport implements ShuffleTransport {
  readonly counters: ShuffleCounters = { read: newReadMetrics(), spillCount: 0, spilledBytes: 0 };
  readonly #options: FileTransportOptions;
  readonly #store: FileShuffleStore;

  private constructor(options: FileTransportOptions, store: FileShuffleStore) {
    this.#options = options;
    this.#store = store;
  }

  static async open(options: FileTransportOptions): Promise<FileTransport> {
    await ensureIpcCodecs();
    return new FileTransport(options, await FileShuffleStore.open(options.workDir));
  }

  async openPassthrough(request: ShuffleWriteRequest, signal: AbortSignal): Promise<ShuffleOutput> {
    return new PassthroughOutput(this.#options.workDir, request, schemaToArrow(request.schema), signal);
  }

  async openSort(
    request: ShuffleWriteRequest & { readonly partitionCount: number },
    signal: AbortSignal,
  ): Promise<ShuffleOutput> {
    const { workDir, config, poolShareBytes, part } = this.#options;
    const limit = config.get('ballista.shuffle.sort_based.memory_limit_per_task_bytes');
    return new SortOutput(
      workDir,
      request,
      schemaToArrow(request.schema),
      {
        partitionCount: request.partitionCount,
        part,
        memoryLimitBytes: limit === 0 ? (poolShareBytes ?? 0) : Math.min(limit, poolShareBytes ?? limit),
        onSpill: (bytes) => {
          this.counters.spillCount += 1;
          this.counters.spilledBytes += bytes;
        },
      },
      signal,
    );
  }

  async *read(
    locations: readonly PartitionLocation[],
    schema: Schema,
    signal: AbortSignal,
    count?: CountMetric,
  ): AsyncGenerator<RecordBatch, void, undefined> {
    const metrics = newReadMetrics();
    try {
      yield* this.#readLocations(locations, schema, metrics, signal);
    } finally {
      addReadMetrics(this.counters.read, metrics);
      if (count !== undefined) reportReadMetrics(metrics, count);
    }
  }

  #readLocations(
    locations: readonly PartitionLocation[],
    schema: Schema,
    metrics: ReadMetrics,
    signal: AbortSignal,
  ): AsyncIterable<RecordBatch> {
    const { config, pool, governor, random = systemRandom } = this.#options;
    return readLocations(
      locations,
      schemaToArrow(schema),
      {
        store: this.#store,
        governor,
        pool,
        random,
        metrics,
        forceRemoteRead: config.get('ballista.shuffle.force_remote_read'),
        preferFlight: config.get('ballista.shuffle.remote_read_prefer_flight'),
        secure: config.get('ballista.client.use_tls'),
        retries: config.get('ballista.client.io_retries_times'),
        retryWaitMs: config.get('ballista.client.io_retry_wait_time_ms'),
        defaultBlockBytes: config.get('ballista.shuffle.reader.default_block_size_bytes'),
        limits: {
          maxRequests: config.get('ballista.shuffle.max_concurrent_read_requests'),
          maxRequestsPerExecutor: config.get('ballista.shuffle.reader.max_blocks_in_flight_per_address'),
          maxBytes: Math.min(config.get('ballista.shuffle.reader.max_bytes_in_flight'), 4_294_967_295),
        },
      },
      signal,
    );
  }
}

function addReadMetrics(total: ReadMetrics, part: ReadMetrics): void {
  for (const key of Object.keys(part) as (keyof ReadMetrics)[]) total[key] += part[key];
}

/** What one reader did, by the names that metrics have in plans. Times are nanoseconds there. */
function reportReadMetrics(metrics: ReadMetrics, count: CountMetric): void {
  const nanos = (ms: number): number => Math.round(ms * 1e6);
  count('remote_bytes', metrics.remoteBytes);
  count('local_bytes', metrics.decodedBytes - metrics.remoteBytes);
  count('remote_partitions', metrics.remotePartitions);
  count('local_partitions', metrics.localPartitions);
  count('fetch_requests', metrics.fetchRequests);
  count('fetch_retries', metrics.fetchRetries);
  count('fetch_time', nanos(metrics.fetchTimeMs));
  count('local_read_time', nanos(metrics.localReadTimeMs));
  count('permit_wait_time', nanos(metrics.permitWaitTimeMs));
}
