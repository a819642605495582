import {
  type ByteRange,
  CancelledError,
  type Closeable,
  describeError,
  type ExecutorId,
  FetchFailedError,
  type FetchPartition,
  type PartitionId,
  ShuffleFileKind,
  type ShuffleLayout,
} from '@ballista-ts/core';
import type { RecordBatch, Schema } from 'apache-arrow';
import type { Action } from './action.js';
import { type FlightCallOptions, fetchBatches, fetchBlocks } from './block-transport.js';
import { ConnectionPool, type ConnectionPoolOptions } from './client-pool.js';
import type { IpcLimits } from './ipc/limits.js';
import { decodeIpcStream } from './ipc/stream-decoder.js';
import { IpcStreamEncoder } from './ipc/stream-encoder.js';

export interface BallistaClientOptions extends ConnectionPoolOptions {
  /** Shared connections. @default connections of its own, closed with the client */
  readonly pool?: ConnectionPool;
  /** Use `https://`. @default whether `tls` is given */
  readonly secure?: boolean;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<IpcLimits>;
  /** @default 20_000 */
  readonly idleTimeoutMs?: number;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends the whole call. @default none */
  readonly timeoutMs?: number | undefined;
}

/**
 * Reads shuffle outputs and results from one executor (or a scheduler that stands in for it).
 *
 * Every method gives an async iterable and does nothing before the first batch is asked for. Leaving the loop, or aborting the
 * signal, cancels the call on both sides. Nothing is tried twice here: who reads several outputs knows better when to.
 */
export class BallistaClient implements Closeable {
  readonly host: string;
  readonly port: number;
  readonly #url: string;
  readonly #pool: ConnectionPool;
  readonly #ownsPool: boolean;
  readonly #options: BallistaClientOptions;

  constructor(host: string, port: number, options: BallistaClientOptions = {}) {
    this.host = host;
    this.port = port;
    this.#url = flightUrl(host, port, options.secure ?? options.tls !== undefined);
    this.#options = options;
    this.#ownsPool = options.pool === undefined;
    this.#pool = options.pool ?? new ConnectionPool(options);
  }

  /**
   * The batches of one output partition.
   *
   * @param fileId the task that produced it; undefined in the legacy layout of one file
   * @param flightTransport true: DoGet, which sends Arrow batches; false: raw file blocks, which are cheaper for both sides
   * @throws FetchFailedError with the reason as its cause; CancelledError
   */
  fetchPartition(
    executorId: ExecutorId,
    partitionId: PartitionId,
    fileId: number | undefined,
    layout: ShuffleLayout,
    flightTransport: boolean,
    options: FetchOptions = {},
  ): AsyncIterable<RecordBatch> {
    return this.fetchPartitionProxied(
      executorId,
      partitionId,
      this.host,
      this.port,
      fileId,
      layout,
      flightTransport,
      options,
    );
  }

  /** As {@link fetchPartition}, from the executor at `host` and `port`, through the server this client is connected to. */
  fetchPartitionProxied(
    executorId: ExecutorId,
    partitionId: PartitionId,
    host: string,
    port: number,
    fileId: number | undefined,
    layout: ShuffleLayout,
    flightTransport: boolean,
    options: FetchOptions = {},
  ): AsyncIterable<RecordBatch> {
    const action = fetchAction({
      partition: partitionId,
      host,
      port,
      ...(fileId === undefined ? {} : { fileId }),
      layout,
      fileKind: ShuffleFileKind.Data,
      byteRanges: [],
    });
    return fetching(
      executorId,
      partitionId,
      flightTransport
        ? fetchBatches(this.#pool, this.#url, action, this.#call(options), this.#options.limits)
        : this.executeDoAction(action, options),
    );
  }

  /**
   * Bytes of one file of an output: the ranges, which are absolute in that file, one after the other in the order given. No ranges:
   * whatever the other arguments address. The blocks are the caller's to keep.
   *
   * @throws FetchFailedError with the reason as its cause; CancelledError
   */
  fetchByteRanges(
    executorId: ExecutorId,
    partitionId: PartitionId,
    fileId: number | undefined,
    layout: ShuffleLayout,
    fileKind: ShuffleFileKind,
    byteRanges: readonly ByteRange[],
    options: FetchOptions = {},
  ): AsyncIterable<Uint8Array> {
    const action = fetchAction({
      partition: partitionId,
      host: this.host,
      port: this.port,
      ...(fileId === undefined ? {} : { fileId }),
      layout,
      fileKind,
      byteRanges,
    });
    return fetching(executorId, partitionId, fetchBlocks(this.#pool, this.#url, action, this.#call(options)));
  }

  /** The batches of the raw blocks that an action asks for, whose bytes begin with a schema. */
  executeDoAction(action: Action, options: FetchOptions = {}): AsyncIterable<RecordBatch> {
    return decodeIpcStream(fetchBlocks(this.#pool, this.#url, action, this.#call(options)), this.#options.limits);
  }

  /**
   * As {@link executeDoAction}, for bytes that do not begin with a schema, such as ranges from the middle of a file: `header` is put
   * in front of them.
   *
   * @param header an encoded IPC schema message, or the schema to encode
   */
  executeDoActionWithHeader(
    action: Action,
    header: Uint8Array | Schema,
    options: FetchOptions = {},
  ): AsyncIterable<RecordBatch> {
    const first = header instanceof Uint8Array ? [header] : new IpcStreamEncoder(header).start();
    const blocks = fetchBlocks(this.#pool, this.#url, action, this.#call(options));
    return decodeIpcStream(prefixed(first, blocks), this.#options.limits);
  }

  async close(): Promise<void> {
    if (this.#ownsPool) await this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #call({ signal, timeoutMs }: FetchOptions): FlightCallOptions {
    return { signal, timeoutMs, headers: this.#options.headers, idleTimeoutMs: this.#options.idleTimeoutMs };
  }
}

/** The action that asks for an output. */
export const fetchAction = (fetch: FetchPartition): Action => ({ kind: 'fetchPartition', ...fetch });

/** The address of a Flight server; IPv6 hosts get their brackets. */
export const flightUrl = (host: string, port: number, secure = false): string =>
  `${secure ? 'https' : 'http'}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;

async function* fetching<T>(
  executorId: ExecutorId,
  partitionId: PartitionId,
  source: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* source;
  } catch (cause) {
    if (cause instanceof CancelledError) throw cause;
    throw new FetchFailedError(executorId, partitionId, describeError(cause), { cause });
  }
}

async function* prefixed(
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* first;
  yield* rest;
}
