import { setTimeout as sleep } from 'node:timers/promises';
import {
  BallistaError,
  CancelledError,
  type ErrorCode,
  ExecutionError,
  FetchFailedError,
  type PartitionLocation,
} from '@ballista-ts/core';
import { BallistaClient, type ConnectionPool } from '@ballista-ts/flight';
import type { RecordBatch } from 'apache-arrow';

/** A server that stands in for the executors; undefined: they are reached directly. */
export type FlightProxy = { readonly host: string; readonly port: number } | undefined;

export interface FetchResultOptions {
  readonly pool: ConnectionPool;
  readonly proxy: FlightProxy;
  readonly secure: boolean;
  /** Let executors send batches where they would send the bytes of the file. */
  readonly preferFlight: boolean;
  /** Tries after the first. */
  readonly retries: number;
  readonly retryWaitMs: number;
  readonly signal: AbortSignal;
}

/** Partitions that are asked for before their turn. Each holds one batch, and what fits into its stream's window. */
const partitionsAhead = 4;

/** What trying again cannot change: the file is not there, the request is wrong, or its answer is. */
const final: readonly ErrorCode[] = ['NOT_FOUND', 'INVALID_ARGUMENT', 'NOT_YET_SUPPORTED', 'DECODE', 'RESOURCES'];

/** The batches of a finished job's result, in partition order. A few partitions are begun ahead, so that nobody waits for each. */
export async function* fetchResult(
  locations: readonly PartitionLocation[],
  options: FetchResultOptions,
): AsyncGenerator<RecordBatch> {
  const waiting = locations.filter(({ stats }) => stats.numRows !== 0);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, options.signal]);
  const begun: Begun[] = [];
  try {
    for (;;) {
      while (begun.length <= partitionsAhead && waiting.length > 0)
        begun.push(begin(fetchPartition(waiting.shift()!, { ...options, signal })));
      const current = begun.shift();
      if (current === undefined) return;
      for (let next = await current.first; next.done !== true; next = await current.batches.next()) yield next.value;
    }
  } finally {
    stop.abort(new CancelledError('the result is not wanted any more'));
  }
}

interface Begun {
  readonly first: Promise<IteratorResult<RecordBatch>>;
  readonly batches: AsyncGenerator<RecordBatch>;
}

function begin(batches: AsyncGenerator<RecordBatch>): Begun {
  const first = batches.next();
  // A failure is told when its turn comes, and not at all when nobody reads that far.
  first.catch(() => {});
  return { first, batches };
}

/** One partition. What breaks on the way is fetched again from its beginning, less the batches that were handed out. */
async function* fetchPartition(location: PartitionLocation, options: FetchResultOptions): AsyncGenerator<RecordBatch> {
  const { retries, retryWaitMs, signal } = options;
  let delivered = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      let seen = 0;
      for await (const batch of open(location, options)) {
        seen += 1;
        if (seen <= delivered) continue;
        delivered = seen;
        yield batch;
      }
      return;
    } catch (error) {
      if (signal.aborted || error instanceof CancelledError) throw error;
      const cause = error instanceof FetchFailedError ? error.cause : error;
      if (attempt >= retries || (cause instanceof BallistaError && final.includes(cause.code))) {
        throw new ExecutionError(
          `cannot read the result of job ${location.partitionId.jobId}${attempt === 0 ? '' : ` after ${attempt + 1} tries`}`,
          { cause: error },
        );
      }
      await sleep(retryWaitMs, undefined, { signal });
    }
  }
}

function open(
  { executor, partitionId, fileId, layout }: PartitionLocation,
  { pool, proxy, secure, preferFlight, signal }: FetchResultOptions,
): AsyncIterable<RecordBatch> {
  const client = new BallistaClient(proxy?.host ?? executor.host, proxy?.port ?? executor.port, { pool, secure });
  return proxy === undefined
    ? client.fetchPartition(executor.id, partitionId, fileId, layout, preferFlight, { signal })
    : client.fetchPartitionProxied(executor.id, partitionId, executor.host, executor.port, fileId, layout, true, {
        signal,
      });
}
