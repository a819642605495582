import type { PartitionLocation } from '@ballista-ts/core';
import { BallistaClient, type ConnectionPool } from '@ballista-ts/flight';
import type { RecordBatch } from 'apache-arrow';

/** A server that stands in for the executors; undefined: they are reached directly. */
export type FlightProxy = { readonly host: string; readonly port: number } | undefined;

export interface FetchResultOptions {
  readonly pool: ConnectionPool;
  readonly proxy: FlightProxy;
  readonly secure: boolean;
  readonly preferFlight: boolean;
  readonly signal: AbortSignal;
}

/** The batches of a finished job's result, in partition order. */
export async function* fetchResult(
  locations: readonly PartitionLocation[],
  { pool, proxy, secure, preferFlight, signal }: FetchResultOptions,
): AsyncGenerator<RecordBatch> {
  for (const location of locations) {
    const { executor, partitionId, fileId, layout } = location;
    const client = new BallistaClient(proxy?.host ?? executor.host, proxy?.port ?? executor.port, { pool, secure });
    yield* proxy === undefined
      ? client.fetchPartition(executor.id, partitionId, fileId, layout, preferFlight, { signal })
      : client.fetchPartitionProxied(executor.id, partitionId, executor.host, executor.port, fileId, layout, true, {
          signal,
        });
  }
}
