import {
  batchFromRows,
  batchRows,
  executorId,
  Int32,
  jobId,
  type PartitionLocation,
  ShuffleLayout,
  schema,
} from '@ballista-ts/core';
import {
  ConnectionPool,
  createExecutorFlightService,
  createListener,
  encodeIpcStream,
  ensureIpcCodecs,
  flightHandler,
  type Listener,
  type ShuffleStore,
} from '@ballista-ts/flight';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FetchResultOptions, fetchResult } from './fetch-result.js';

beforeAll(() => ensureIpcCodecs());

const columns = schema([{ name: 'x', type: Int32, nullable: false }]);
/** Three batches of a partition, each with one row. */
const fileOf = (partition: number): Uint8Array => {
  const batches = [0, 1, 2].map((batch) => batchFromRows(columns, [[partition * 10 + batch]]));
  const parts = encodeIpcStream(batches[0]!.schema, batches);
  return Buffer.concat([...parts]);
};

let opened: number[];
let behave: (partition: number, bytes: Uint8Array) => AsyncIterable<Uint8Array>;
let pool: ConnectionPool;
let server: Listener;

beforeEach(async () => {
  opened = [];
  behave = async function* (_partition, bytes) {
    yield bytes;
  };
  const store: ShuffleStore = {
    async open({ partition: { partitionId } }) {
      opened.push(partitionId);
      const bytes = fileOf(partitionId);
      return { size: bytes.byteLength, blocks: () => behave(partitionId, bytes), close: async () => {} };
    },
  };
  pool = new ConnectionPool();
  server = await createListener({
    port: 0,
    handler: flightHandler(createExecutorFlightService({ store }), (_request, response) => response.end()),
  });
});
afterEach(async () => {
  await pool.close();
  await server.close();
});

const location = (partition: number, numRows = 3): PartitionLocation => ({
  mapPartitionId: 0,
  partitionId: { jobId: jobId('j1'), stageId: 2, partitionId: partition },
  executor: { id: executorId('e1'), host: '127.0.0.1', port: server.port, grpcPort: 1, vcores: 1 },
  stats: { numRows },
  layout: ShuffleLayout.Passthrough,
});
const options = (over: Partial<FetchResultOptions> = {}): FetchResultOptions => ({
  pool,
  proxy: undefined,
  secure: false,
  preferFlight: false,
  retries: 3,
  retryWaitMs: 1,
  signal: new AbortController().signal,
  ...over,
});
async function values(locations: PartitionLocation[], over?: Partial<FetchResultOptions>): Promise<unknown[]> {
  const out: unknown[] = [];
  for await (const batch of fetchResult(locations, options(over))) out.push(...batchRows(batch).flat());
  return out;
}
const all = (partitions: number[]): number[] => partitions.flatMap((p) => [p * 10, p * 10 + 1, p * 10 + 2]);

describe('the result of a job', () => {
  for (const preferFlight of [false, true]) {
    test(`comes in the order of its partitions, by ${preferFlight ? 'DoGet' : 'blocks'}`, async () => {
      behave = async function* (partition, bytes) {
        // The first ones are the slowest.
        await new Promise((resolve) => setTimeout(resolve, 40 - partition * 8));
        yield bytes;
      };
      const partitions = [0, 1, 2, 3, 4];
      expect(
        await values(
          partitions.map((one) => location(one)),
          { preferFlight },
        ),
      ).toEqual(all(partitions));
    });
  }

  test('is begun a few partitions ahead of the reader, and not more', async () => {
    const batches = fetchResult(
      Array.from({ length: 20 }, (_, index) => location(index)),
      options(),
    );
    await batches.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([...opened].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    await batches.return(undefined);
  });

  test('does not ask for partitions that are known to be empty', async () => {
    expect(await values([location(0, 0), location(1), location(2, 0)])).toEqual(all([1]));
    expect(opened).toEqual([1]);
    expect(await values([])).toEqual([]);
  });

  test('is fetched again from where it broke, and no row comes twice', async () => {
    let failures = 2;
    behave = async function* (partition, bytes) {
      if (partition === 1 && failures-- > 0) {
        yield bytes.subarray(0, bytes.byteLength - 100);
        throw new Error('the network has a bad day');
      }
      yield bytes;
    };
    expect(await values([location(0), location(1), location(2)])).toEqual(all([0, 1, 2]));
    expect(opened.filter((one) => one === 1)).toHaveLength(3);
  });

  test('is given up after the configured number of tries, naming job and executor', async () => {
    behave = () => {
      throw new Error('always');
    };
    await expect(values([location(7)], { retries: 2 })).rejects.toMatchObject({
      message: 'cannot read the result of job j1 after 3 tries',
      cause: { executorId: 'e1', output: { partitionId: 7 } },
    });
    expect(opened).toHaveLength(3);
    await expect(values([location(7)], { retries: 0 })).rejects.toThrow('cannot read the result of job j1');
    expect(opened).toHaveLength(4);
  });

  test('waits between two tries for as long as it is told', async () => {
    let failures = 1;
    behave = async function* (_partition, bytes) {
      if (failures-- > 0) throw new Error('once');
      yield bytes;
    };
    const started = performance.now();
    await values([location(0)], { retryWaitMs: 200 });
    expect(performance.now() - started).toBeGreaterThan(190);
    failures = 1;
    const again = performance.now();
    await values([location(0)], { retryWaitMs: 0 });
    expect(performance.now() - again).toBeLessThan(190);
  });

  test('stops when the signal aborts, also while it waits to try again', async () => {
    behave = () => {
      throw new Error('always');
    };
    const stop = new AbortController();
    const run = values([location(0)], { retryWaitMs: 60_000, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(run).rejects.toThrow();
    expect(opened).toHaveLength(1);
  });
});
