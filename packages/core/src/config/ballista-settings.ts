import type { BuiltinDefinitions, ConfigKey } from './builtin.js';
import type { ConfigValues } from './define.js';
import type { SlotKey } from './slot.js';
import { type GrpcEndpointOverride, grpcEndpointOverrideSlot, grpcMetadataSlot } from './slots.js';

type Values = ConfigValues<BuiltinDefinitions>;

/**
 * The settings that have methods of their own, as users of the Rust library know them. `Self` is what a `with*` method gives
 * back. Everything else is `get` and `set` with a key.
 */
export abstract class BallistaSettings<Self> {
  protected abstract read<K extends ConfigKey>(key: K): Values[K];
  protected abstract write<K extends ConfigKey>(key: K, value: Values[K]): Self;
  /** What `withSlot` put there. */
  abstract slot<T>(slot: SlotKey<T>): T | undefined;
  /** Puts something that is no text into the session, such as a function. It stays in this process. */
  abstract withSlot<T>(slot: SlotKey<T>, value: T): Self;

  /** Name of the jobs of this session. */
  ballistaJobName(): string | null {
    return this.read('ballista.job.name');
  }
  withBallistaJobName(name: string): Self {
    return this.write('ballista.job.name', name);
  }

  /** Tasks that a standalone session runs at once. */
  ballistaStandaloneParallelism(): number {
    return this.read('ballista.standalone.parallelism');
  }
  withBallistaStandaloneParallelism(tasks: number): Self {
    return this.write('ballista.standalone.parallelism', tasks);
  }

  /** Whether map outputs are fetched over the network even where their files are at hand. */
  ballistaShuffleReaderForceRemoteRead(): boolean {
    return this.read('ballista.shuffle.force_remote_read');
  }
  withBallistaShuffleReaderForceRemoteRead(force: boolean): Self {
    return this.write('ballista.shuffle.force_remote_read', force);
  }

  /** Whether map outputs are fetched as decoded batches. */
  ballistaShuffleReaderRemotePreferFlight(): boolean {
    return this.read('ballista.shuffle.remote_read_prefer_flight');
  }
  withBallistaShuffleReaderRemotePreferFlight(prefer: boolean): Self {
    return this.write('ballista.shuffle.remote_read_prefer_flight', prefer);
  }

  /** Fetches of map outputs that may run at once. */
  ballistaShuffleReaderMaximumConcurrentRequests(): number {
    return this.read('ballista.shuffle.max_concurrent_read_requests');
  }
  withBallistaShuffleReaderMaximumConcurrentRequests(requests: number): Self {
    return this.write('ballista.shuffle.max_concurrent_read_requests', requests);
  }

  /** A join side below this many bytes is broadcast; 0 for never. */
  ballistaBroadcastJoinThresholdBytes(): number {
    return this.read('ballista.optimizer.broadcast_join_threshold_bytes');
  }
  withBallistaBroadcastJoinThresholdBytes(bytes: number): Self {
    return this.write('ballista.optimizer.broadcast_join_threshold_bytes', bytes);
  }

  /** The same in rows, for adaptive planning where bytes are not known. */
  ballistaBroadcastJoinThresholdRows(): number {
    return this.read('ballista.optimizer.broadcast_join_threshold_rows');
  }
  withBallistaBroadcastJoinThresholdRows(rows: number): Self {
    return this.write('ballista.optimizer.broadcast_join_threshold_rows', rows);
  }

  /** Bytes of the largest build partition that adaptive planning gives a hash join; 0 for no limit. */
  ballistaHashJoinMaxBuildPartitionBytes(): number {
    return this.read('ballista.optimizer.hash_join_max_build_partition_bytes');
  }
  withBallistaHashJoinMaxBuildPartitionBytes(bytes: number): Self {
    return this.write('ballista.optimizer.hash_join_max_build_partition_bytes', bytes);
  }

  /** Largest gRPC message in bytes. */
  ballistaGrpcClientMaxMessageSize(): number {
    return this.read('ballista.client.grpc_max_message_size');
  }
  withBallistaGrpcClientMaxMessageSize(bytes: number): Self {
    return this.write('ballista.client.grpc_max_message_size', bytes);
  }

  /** Whether the rest of a query is planned again after each stage. */
  ballistaAdaptiveQueryPlannerEnabled(): boolean {
    return this.read('ballista.planner.adaptive.enabled');
  }
  withBallistaAdaptiveQueryPlannerEnabled(enabled: boolean): Self {
    return this.write('ballista.planner.adaptive.enabled', enabled);
  }

  /** Whether small shuffle partitions are merged. */
  ballistaCoalesceEnabled(): boolean {
    return this.read('ballista.planner.coalesce.enabled');
  }
  withBallistaCoalesceEnabled(enabled: boolean): Self {
    return this.write('ballista.planner.coalesce.enabled', enabled);
  }

  /** Bytes that a merged shuffle partition should have: a number, never a bigint. */
  ballistaCoalesceTargetPartitionBytes(): number {
    return this.read('ballista.planner.coalesce.target_partition_bytes');
  }
  withBallistaCoalesceTargetPartitionBytes(bytes: number): Self {
    return this.write('ballista.planner.coalesce.target_partition_bytes', bytes);
  }

  /** Share of the target below which a merged partition joins its neighbour. */
  ballistaCoalesceSmallPartitionFactor(): number {
    return this.read('ballista.planner.coalesce.small_partition_factor');
  }
  withBallistaCoalesceSmallPartitionFactor(factor: number): Self {
    return this.write('ballista.planner.coalesce.small_partition_factor', factor);
  }

  /** Multiple of the target up to which neighbours are joined. */
  ballistaCoalesceMergedPartitionFactor(): number {
    return this.read('ballista.planner.coalesce.merged_partition_factor');
  }
  withBallistaCoalesceMergedPartitionFactor(factor: number): Self {
    return this.write('ballista.planner.coalesce.merged_partition_factor', factor);
  }

  /** Whether connections to executors use TLS. */
  ballistaUseTls(): boolean {
    return this.read('ballista.client.use_tls');
  }
  withBallistaUseTls(useTls: boolean): Self {
    return this.write('ballista.client.use_tls', useTls);
  }

  /** Headers of every request to the scheduler. */
  ballistaGrpcMetadata(): Readonly<Record<string, string>> {
    return this.slot(grpcMetadataSlot) ?? {};
  }
  withBallistaGrpcMetadata(metadata: Readonly<Record<string, string>>): Self {
    return this.withSlot(grpcMetadataSlot, { ...metadata });
  }

  /** What is asked before each connection. */
  ballistaOverrideCreateGrpcClientEndpoint(): GrpcEndpointOverride | undefined {
    return this.slot(grpcEndpointOverrideSlot);
  }
  withBallistaOverrideCreateGrpcClientEndpoint(override: GrpcEndpointOverride): Self {
    return this.withSlot(grpcEndpointOverrideSlot, override);
  }
}
