import type { ballistaDefinitions } from './builtin.js';
import type { ConfigValues } from './define.js';
import { type ConfigEntry, defaultOf } from './entry.js';
import { builtinRegistry } from './registry.js';

type Definitions = typeof ballistaDefinitions;
type Read = <K extends keyof Definitions>(key: K) => ConfigValues<Definitions>[K];

const readDefault: Read = (key) => defaultOf(builtinRegistry.require(key) as ConfigEntry, 'ballista') as never;

/** The `ballista.*` settings of a session by name. `session.ballistaConfig()` gives one; a new one holds the defaults. */
export class BallistaConfig {
  readonly #read: Read;

  constructor(read: Read = readDefault) {
    this.#read = read;
  }

  /** Name of the jobs of the session, null when it has none. */
  jobName(): string | null {
    return this.#read('ballista.job.name');
  }

  /** Tasks that a standalone session runs at once. */
  standaloneParallelism(): number {
    return this.#read('ballista.standalone.parallelism');
  }

  /** Whether `DataFrame.cache()` hands back the plan as it is. */
  cacheNoop(): boolean {
    return this.#read('ballista.cache.noop');
  }

  /** Whether the client asks for the state of its job, rather than being told. */
  clientPull(): boolean {
    return this.#read('ballista.client.pull');
  }

  /** Whether connections to executors use TLS. */
  clientUseTls(): boolean {
    return this.#read('ballista.client.use_tls');
  }

  /** Further tries of a failed read. */
  ioRetriesTimes(): number {
    return this.#read('ballista.client.io_retries_times');
  }

  /** Milliseconds between two tries. */
  ioRetryWaitTimeMs(): number {
    return this.#read('ballista.client.io_retry_wait_time_ms');
  }

  /** Largest message, in bytes. */
  grpcClientMaxMessageSize(): number {
    return this.#read('ballista.client.grpc_max_message_size');
  }

  /** Seconds until an attempt to connect is given up. */
  grpcClientConnectTimeoutSeconds(): number {
    return this.#read('ballista.client.grpc_connect_timeout_seconds');
  }

  /** Seconds until a call is given up. */
  grpcClientTimeoutSeconds(): number {
    return this.#read('ballista.client.grpc_timeout_seconds');
  }

  /** Seconds of silence before TCP probes. */
  grpcClientTcpKeepaliveSeconds(): number {
    return this.#read('ballista.client.grpc_tcp_keepalive_seconds');
  }

  /** Seconds between HTTP/2 pings. */
  grpcClientHttp2KeepaliveIntervalSeconds(): number {
    return this.#read('ballista.client.grpc_http2_keepalive_interval_seconds');
  }

  /** First HTTP/2 window of a connection, in bytes. */
  clientInitialConnectionWindowSize(): number {
    return this.#read('ballista.client.initial_connection_window_size');
  }

  /** First HTTP/2 window of a stream, in bytes. */
  clientInitialStreamWindowSize(): number {
    return this.#read('ballista.client.initial_stream_window_size');
  }

  /** Fetches that may run at once. */
  shuffleReaderMaximumConcurrentRequests(): number {
    return this.#read('ballista.shuffle.max_concurrent_read_requests');
  }

  /** Whether outputs at hand are fetched over the network all the same. */
  shuffleReaderForceRemoteRead(): boolean {
    return this.#read('ballista.shuffle.force_remote_read');
  }

  /** Whether decoded batches are fetched, rather than bytes of files. */
  shuffleReaderRemotePreferFlight(): boolean {
    return this.#read('ballista.shuffle.remote_read_prefer_flight');
  }

  /** Bytes that may be under way at once. */
  shuffleReaderMaxBytesInFlight(): number {
    return this.#read('ballista.shuffle.reader.max_bytes_in_flight');
  }

  /** Fetches from one executor that may run at once. */
  shuffleReaderMaxBlocksInFlightPerAddress(): number {
    return this.#read('ballista.shuffle.reader.max_blocks_in_flight_per_address');
  }

  /** Bytes of an output whose statistics do not tell. */
  shuffleReaderDefaultBlockSizeBytes(): number {
    return this.#read('ballista.shuffle.reader.default_block_size_bytes');
  }

  /** Batches that may wait for the writer. */
  shuffleWriterChannelCapacity(): number {
    return this.#read('ballista.shuffle.writer_channel_capacity');
  }

  /** Rows of a batch in a sorted shuffle file. */
  shuffleSortBasedBatchSize(): number {
    return this.#read('ballista.shuffle.sort_based.batch_size');
  }

  /** Bytes a task buffers before it spills; 0 for no limit of its own. */
  shuffleSortBasedMemoryLimitPerTaskBytes(): number {
    return this.#read('ballista.shuffle.sort_based.memory_limit_per_task_bytes');
  }

  /** Codec of shuffle files. */
  shuffleCompressionCodec(): 'none' | 'lz4' | 'zstd' {
    return this.#read('ballista.shuffle.compression.codec');
  }

  /** Partitions of a task; 0 for as many as there are free vcores. */
  maxPartitionsPerTask(): number {
    return this.#read('ballista.scheduler.max_partitions_per_task');
  }

  /** A join side below this many bytes is broadcast; 0 for never. */
  broadcastJoinThresholdBytes(): number {
    return this.#read('ballista.optimizer.broadcast_join_threshold_bytes');
  }

  /** The same in rows, for adaptive planning. */
  broadcastJoinThresholdRows(): number {
    return this.#read('ballista.optimizer.broadcast_join_threshold_rows');
  }

  /** Largest build partition of a hash join under adaptive planning, in bytes; 0 for no limit. */
  hashJoinMaxBuildPartitionBytes(): number {
    return this.#read('ballista.optimizer.hash_join_max_build_partition_bytes');
  }

  /** Whether NOT IN becomes an anti join beside two counts. */
  notInSubqueryRewrite(): boolean {
    return this.#read('ballista.optimizer.not_in_subquery_rewrite');
  }

  /** Whether the rest of a query is planned again after each stage. */
  adaptiveQueryPlannerEnabled(): boolean {
    return this.#read('ballista.planner.adaptive.enabled');
  }

  /** Whether adaptive planning chooses the kind of joins late. */
  adaptiveJoinEnabled(): boolean {
    return this.#read('ballista.planner.adaptive_join.enabled');
  }

  /** Whether adaptive planning drops what an empty stage makes empty. */
  propagateEmptyEnabled(): boolean {
    return this.#read('ballista.planner.propagate_empty.enabled');
  }

  /** Whether adaptive planning splits windows by ranges. */
  parallelWindowEnabled(): boolean {
    return this.#read('ballista.planner.parallel_window.enabled');
  }

  /** Whether small shuffle partitions are merged. */
  coalesceEnabled(): boolean {
    return this.#read('ballista.planner.coalesce.enabled');
  }

  /** Bytes a merged partition should have: a number, never a bigint. */
  coalesceTargetPartitionBytes(): number {
    return this.#read('ballista.planner.coalesce.target_partition_bytes');
  }

  /** Share of the target below which a partition joins its neighbour. */
  coalesceSmallPartitionFactor(): number {
    return this.#read('ballista.planner.coalesce.small_partition_factor');
  }

  /** Multiple of the target up to which neighbours are joined. */
  coalesceMergedPartitionFactor(): number {
    return this.#read('ballista.planner.coalesce.merged_partition_factor');
  }

  /** Whether an operator fails on purpose. */
  chaosExecutionEnabled(): boolean {
    return this.#read('ballista.testing.chaos_execution.enabled');
  }

  /** How likely it is to fail. */
  chaosExecutionProbability(): number {
    return this.#read('ballista.testing.chaos_execution.probability');
  }

  /** What it does. */
  chaosExecutionFaultType(): string {
    return this.#read('ballista.testing.chaos_execution.fault_type');
  }

  /** Seed of the faults; empty for another one each time. */
  chaosExecutionSeed(): string {
    return this.#read('ballista.testing.chaos_execution.seed');
  }
}
