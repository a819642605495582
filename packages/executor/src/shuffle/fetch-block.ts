import { setTimeout as sleep } from 'node:timers/promises';
import {
  BallistaError,
  CancelledError,
  type ErrorCode,
  FetchFailedError,
  type PartitionLocation,
  ShuffleFileKind,
} from '@ballista-ts/core';
import { BallistaClient, type ConnectionPool, decodeIpcStream } from '@ballista-ts/flight';
import type { RecordBatch } from 'apache-arrow';

export interface FetchBlockOptions {
  readonly pool: ConnectionPool;
  /** Tries after the first. */
  readonly retries: number;
  readonly retryWaitMs: number;
  /** Let the server send batches where it would send the bytes of the file. */
  readonly preferFlight: boolean;
  readonly secure: boolean;
  readonly onRetry: () => void;
}

/** A partition's share of one map output, fetched whole. */
export interface FetchedBlock {
  readonly location: PartitionLocation;
  /** Bytes that arrived. */
  readonly byteLength: number;
  readonly batches: () => AsyncIterable<RecordBatch> | Iterable<RecordBatch>;
}

/** What trying again cannot change: the file is not there, the request is wrong, or its answer is. */
const final: readonly ErrorCode[] = ['NOT_FOUND', 'INVALID_ARGUMENT', 'NOT_YET_SUPPORTED', 'DECODE', 'RESOURCES'];

/**
 * Fetches one block whole before anybody sees a row of it, so that a connection that breaks in the middle can be tried again.
 * @throws FetchFailedError when all tries have failed, CancelledError
 */
export async function fetchBlock(
  location: PartitionLocation,
  options: FetchBlockOptions,
  signal: AbortSignal,
): Promise<FetchedBlock> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetchOnce(location, options, signal);
    } catch (error) {
      if (signal.aborted || error instanceof CancelledError) throw error;
      const cause = error instanceof FetchFailedError ? error.cause : error;
      if (attempt >= options.retries || (cause instanceof BallistaError && final.includes(cause.code))) throw error;
      options.onRetry();
      await sleep(options.retryWaitMs, undefined, { signal }).catch((reason: unknown) => {
        throw new CancelledError('the fetch was cancelled', { cause: reason });
      });
    }
  }
}

async function fetchOnce(
  location: PartitionLocation,
  { pool, preferFlight, secure }: FetchBlockOptions,
  signal: AbortSignal,
): Promise<FetchedBlock> {
  const { executor, partitionId, fileId, layout } = location;
  const client = new BallistaClient(executor.host, executor.port, { pool, secure });
  if (preferFlight) {
    const batches: RecordBatch[] = [];
    for await (const batch of client.fetchPartition(executor.id, partitionId, fileId, layout, true, { signal })) {
      batches.push(batch);
    }
    return {
      location,
      byteLength: batches.reduce((sum, batch) => sum + batch.data.byteLength, 0),
      batches: () => batches,
    };
  }
  const blocks: Uint8Array[] = [];
  let byteLength = 0;
  const source = client.fetchByteRanges(executor.id, partitionId, fileId, layout, ShuffleFileKind.Data, [], { signal });
  for await (const block of source) {
    blocks.push(block);
    byteLength += block.byteLength;
  }
  return { location, byteLength, batches: () => decodeIpcStream(blocks) };
}
