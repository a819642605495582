import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import {
  BallistaError,
  CancelledError,
  DecodeError,
  describeError,
  FetchFailedError,
  type PartitionLocation,
  type Random,
  ShuffleFileKind,
} from '@ballista-ts/core';
import { decodeIpcStream } from '@ballista-ts/flight';
import type { RecordBatch, Schema } from 'apache-arrow';
import { type FetchBlockOptions, type FetchedBlock, fetchBlock } from './fetch-block.js';
import type { FetchGovernor, FetchLimits } from './fetch-governor.js';
import type { FileShuffleStore } from './file-shuffle-store.js';
import { columns, sameColumns } from './same-columns.js';

/** What a reader counts. Times are milliseconds. */
export interface ReadMetrics {
  fetchTimeMs: number;
  localReadTimeMs: number;
  permitWaitTimeMs: number;
  decodedBytes: number;
  /** Of the decoded bytes those that came over the network. */
  remoteBytes: number;
  fetchRequests: number;
  fetchRetries: number;
  localPartitions: number;
  remotePartitions: number;
}

export const newReadMetrics = (): ReadMetrics => ({
  fetchTimeMs: 0,
  localReadTimeMs: 0,
  permitWaitTimeMs: 0,
  decodedBytes: 0,
  remoteBytes: 0,
  fetchRequests: 0,
  fetchRetries: 0,
  localPartitions: 0,
  remotePartitions: 0,
});

export interface ReadOptions extends Omit<FetchBlockOptions, 'onRetry'> {
  readonly store: FileShuffleStore;
  readonly governor: FetchGovernor;
  readonly limits: FetchLimits;
  readonly forceRemoteRead: boolean;
  /** Size of a block whose statistics do not tell. */
  readonly defaultBlockBytes: number;
  readonly random: Random;
  readonly metrics: ReadMetrics;
}

/**
 * The batches of all locations. Outputs that lie below our own work directory are read from their files, one after the other, while the
 * others are fetched; those are asked for in random order, so that many readers do not all begin with the same executor.
 *
 * @throws FetchFailedError naming the location that cannot be read, also when a local file is corrupt: only running its task again helps.
 */
export async function* readLocations(
  locations: readonly PartitionLocation[],
  schema: Schema,
  options: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch, void, undefined> {
  const { store, forceRemoteRead, random, metrics } = options;
  const local: PartitionLocation[] = [];
  const remote: PartitionLocation[] = [];
  for (const location of locations) {
    const here = !forceRemoteRead && (await store.has({ ...location, partition: location.partitionId }));
    (here ? local : remote).push(location);
  }
  metrics.localPartitions += local.length;
  metrics.remotePartitions += remote.length;
  shuffle(remote, random);
  const fetching = new RemoteBlocks(remote, options, signal);
  try {
    for (const location of local) {
      yield* checked(location, schema, readLocal(location, options, signal), signal);
    }
    for (;;) {
      const block = await fetching.next();
      if (block === undefined) return;
      try {
        metrics.decodedBytes += block.fetched.byteLength;
        metrics.remoteBytes += block.fetched.byteLength;
        yield* checked(block.fetched.location, schema, block.fetched.batches(), signal);
      } finally {
        block.release();
      }
    }
  } finally {
    fetching.close();
  }
}

async function* readLocal(
  location: PartitionLocation,
  { store, metrics }: ReadOptions,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch, void, undefined> {
  const { partitionId, fileId, layout, executor } = location;
  const started = performance.now();
  const bytes = await store.open(
    {
      partition: partitionId,
      host: executor.host,
      port: executor.port,
      ...(fileId === undefined ? {} : { fileId }),
      layout,
      fileKind: ShuffleFileKind.Data,
      byteRanges: [],
    },
    signal,
  );
  try {
    metrics.decodedBytes += bytes.size;
    yield* decodeIpcStream(bytes.blocks());
  } finally {
    metrics.localReadTimeMs += performance.now() - started;
    await bytes.close();
  }
}

/** Batches with the columns we expect; whatever else goes wrong on the way is this location's failure. */
async function* checked(
  location: PartitionLocation,
  schema: Schema,
  batches: AsyncIterable<RecordBatch> | Iterable<RecordBatch>,
  signal: AbortSignal,
): AsyncGenerator<RecordBatch, void, undefined> {
  try {
    let first = true;
    for await (const batch of batches) {
      if (first && !sameColumns(batch, schema)) {
        throw new DecodeError(`it holds ${columns(batch.schema)}, expected ${columns(schema)}`);
      }
      first = false;
      if (signal.aborted) throw new CancelledError('Task cancelled', { cause: signal.reason });
      yield batch;
    }
  } catch (cause) {
    if (cause instanceof FetchFailedError || cause instanceof CancelledError) throw cause;
    if (signal.aborted) throw new CancelledError('Task cancelled', { cause: signal.reason });
    if (!(cause instanceof BallistaError)) throw cause;
    throw new FetchFailedError(location.executor.id, location.partitionId, describeError(cause), { cause });
  }
}

interface HeldBlock {
  readonly fetched: FetchedBlock;
  readonly release: () => void;
}

/** Fetches blocks ahead of their reader, as far as the governor lets it, and hands them out as they arrive. */
class RemoteBlocks {
  readonly #options: ReadOptions;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #unlink: () => void;
  readonly #ready: HeldBlock[] = [];
  readonly #waiting: PartitionLocation[];
  /** Unlike that of any other reader of this process and its siblings. */
  readonly #reader = randomUUID();
  #unread: number;
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(locations: readonly PartitionLocation[], options: ReadOptions, signal: AbortSignal) {
    this.#options = options;
    this.#waiting = [...locations];
    this.#unread = locations.length;
    this.#signal = this.#abort.signal;
    setMaxListeners(0, this.#signal); // one for each fetch under way
    const onAbort = (): void => this.#fail(new CancelledError('Task cancelled', { cause: signal.reason }));
    signal.addEventListener('abort', onAbort);
    this.#unlink = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else this.#startMore();
  }

  /** The next block that has arrived; undefined when all have been handed out. */
  async next(): Promise<HeldBlock | undefined> {
    for (;;) {
      const block = this.#ready.shift();
      if (block !== undefined) {
        this.#unread -= 1;
        return block;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#unread === 0) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  /** Stops what is under way and gives all permits back. */
  close(): void {
    this.#unlink();
    this.#abort.abort();
    for (const block of this.#ready.splice(0)) block.release();
  }

  /** One request for permits at a time: the queue of the governor is not the place to hold our list. */
  #startMore(): void {
    const location = this.#waiting.shift();
    if (location === undefined || this.#signal.aborted) return;
    this.#fetch(location).catch((error: unknown) => this.#fail(error));
  }

  async #fetch(location: PartitionLocation): Promise<void> {
    const { governor, limits, defaultBlockBytes, metrics } = this.#options;
    const asked = performance.now();
    const release = await governor.acquire(
      {
        executorId: location.executor.id,
        bytes: location.stats.fileBytes ?? location.stats.numBytes ?? defaultBlockBytes,
        reader: this.#reader,
        limits,
      },
      this.#signal,
    );
    metrics.permitWaitTimeMs += performance.now() - asked;
    this.#startMore();
    const started = performance.now();
    try {
      metrics.fetchRequests += 1;
      const onRetry = (): void => {
        metrics.fetchRetries += 1;
      };
      const fetched = await fetchBlock(location, { ...this.#options, onRetry }, this.#signal);
      if (this.#signal.aborted) release();
      else this.#ready.push({ fetched, release });
      this.#wake?.();
    } catch (error) {
      release();
      throw error;
    } finally {
      metrics.fetchTimeMs += performance.now() - started;
    }
  }

  #fail(error: unknown): void {
    if (this.#failure === undefined) this.#failure = error;
    this.#abort.abort(error);
    for (const block of this.#ready.splice(0)) block.release();
    this.#wake?.();
  }
}

function shuffle<T>(items: T[], random: Random): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1));
    [items[index], items[other]] = [items[other]!, items[index]!];
  }
}
