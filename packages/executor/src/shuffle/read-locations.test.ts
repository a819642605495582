import { writeFile } from 'node:fs/promises';
import {
  CancelledError,
  type CountMetric,
  executorId,
  FetchFailedError,
  jobId,
  type PartitionLocation,
  SessionConfig,
  ShuffleLayout,
  schemaFromArrow,
} from '@ballista-ts/core';
import {
  ConnectionPool,
  createExecutorFlightService,
  createListener,
  ensureIpcCodecs,
  flightHandler,
  type Listener,
  type ShuffleStore,
} from '@ballista-ts/flight';
import { seededRandom, type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf } from '../../test/eventually.js';
import { numbers, numbersSchema } from '../../test/plans.js';
import { LocalFetchGovernor } from './fetch-governor.js';
import { FileShuffleStore } from './file-shuffle-store.js';
import { FileTransport } from './file-transport.js';

beforeAll(() => ensureIpcCodecs());

/** Two executors: rows lie below the directory of `there`, which serves them; `here` reads. */
let here: TempDirectory;
let there: TempDirectory;
let server: Listener;
let pool: ConnectionPool;
let governor: LocalFetchGovernor;
/** Put between the server and its store. */
let intercept: (open: ShuffleStore['open']) => ShuffleStore['open'];
let requests: number;

beforeEach(async () => {
  [here, there] = [await tempDirectory(), await tempDirectory()];
  const store = await FileShuffleStore.open(there.path);
  intercept = (open) => open;
  requests = 0;
  const service = createExecutorFlightService({
    store: {
      open(request, signal) {
        requests += 1;
        return intercept(store.open.bind(store))(request, signal);
      },
    },
  });
  server = await createListener({
    handler: flightHandler(service, (_, response) => response.end()),
    closeGraceMs: 100,
  });
  pool = new ConnectionPool();
  governor = new LocalFetchGovernor();
});
afterEach(async () => {
  await pool.close();
  await server.close();
  await here.close();
  await there.close();
});

const job = jobId('j1');
const transport = (workDir: string, settings: Record<string, string> = {}): Promise<FileTransport> => {
  let config = SessionConfig.withBallista();
  const all = { 'ballista.client.io_retry_wait_time_ms': '5', ...settings };
  const pairs = Object.entries(all).map(([key, value]) => ({ key, value }));
  config = config.applyWirePairs(pairs, { trusted: true }).config;
  return FileTransport.open({ workDir, config, pool, governor, random: seededRandom(1) });
};

/** Rows `[from, to)` of partition 0, written by one task at the place of one of the two. */
async function write(workDir: string, taskId: number, from: number, to: number): Promise<PartitionLocation> {
  const output = await (await transport(workDir)).openSort(
    { jobId: job, stageId: 1, taskId, schema: numbersSchema, codec: 'lz4', partitionCount: 1 },
    new AbortController().signal,
  );
  for (let at = from; at < to; at += 100) await output.write(0, numbers(at, Math.min(at + 100, to)));
  const [written] = await output.finish();
  return {
    mapPartitionId: taskId,
    partitionId: { jobId: job, stageId: 1, partitionId: 0 },
    executor: { id: executorId('e2'), host: '127.0.0.1', port: server.port, grpcPort: 1, vcores: 1 },
    stats: { numRows: written!.numRows, fileBytes: written!.fileBytes },
    fileId: taskId,
    layout: ShuffleLayout.Sort,
  };
}

async function readIds(
  reader: FileTransport,
  locations: readonly PartitionLocation[],
  signal = new AbortController().signal,
  count?: CountMetric,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const batch of reader.read(locations, numbersSchema, signal, count)) {
    for (const row of batch) ids.push(Number(row.id));
  }
  return ids.sort((a, b) => a - b);
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('a reader', () => {
  for (const [what, settings] of [
    ['blocks of the file', {}],
    ['batches by DoGet', { 'ballista.shuffle.remote_read_prefer_flight': 'true' }],
  ] as const) {
    test(`gets local rows from files and remote rows as ${what}, each once`, async () => {
      const locations = [
        await write(here.path, 1, 0, 250),
        await write(there.path, 2, 250, 300),
        await write(there.path, 3, 300, 700),
      ];
      const reader = await transport(here.path, settings);
      expect(await readIds(reader, locations)).toEqual(range(0, 700));
      expect(reader.counters.read).toMatchObject({
        localPartitions: 1,
        remotePartitions: 2,
        fetchRequests: 2,
        fetchRetries: 0,
      });
      expect(reader.counters.read.decodedBytes).toBeGreaterThan(1000);
      expect(requests).toBe(2);
      expect(governor.requestsInFlight).toBe(0);
    });
  }

  test('tells its operator what came over the network and what was at hand, each read for itself', async () => {
    const near = await write(here.path, 1, 0, 250);
    const far = await write(there.path, 2, 250, 300);
    const reader = await transport(here.path);
    const first = new Map<string, number>();
    await readIds(reader, [near, far], undefined, (name, by) => first.set(name, by));
    expect(first.get('local_bytes')).toBeGreaterThan(1000);
    expect(first.get('remote_bytes')).toBeGreaterThan(100);
    expect(first.get('remote_bytes')).toBeLessThan(first.get('local_bytes')!);
    const second = new Map<string, number>();
    await readIds(reader, [near], undefined, (name, by) => second.set(name, by));
    expect([second.get('remote_bytes'), second.get('local_bytes')]).toEqual([0, first.get('local_bytes')]);
    expect(reader.counters.read).toMatchObject({ localPartitions: 2, remotePartitions: 1 });
  });

  test('without locations gets nothing', async () => {
    expect(await readIds(await transport(here.path), [])).toEqual([]);
  });

  test('asks peers even for its own files when it is told to', async () => {
    const location = await write(there.path, 1, 0, 10);
    const reader = await transport(there.path, { 'ballista.shuffle.force_remote_read': 'true' });
    expect(await readIds(reader, [location])).toEqual(range(0, 10));
    expect(requests).toBe(1);
    expect(await readIds(await transport(there.path), [location])).toEqual(range(0, 10));
    expect(requests).toBe(1);
  });

  test('tries a broken fetch again from its beginning, and no row comes twice', async () => {
    const locations = [await write(there.path, 1, 0, 500), await write(there.path, 2, 500, 1000)];
    let failures = 2;
    intercept = (open) => async (request, signal) => {
      const bytes = await open(request, signal);
      if (failures-- <= 0) return bytes;
      return {
        ...bytes,
        close: () => bytes.close(),
        async *blocks() {
          for await (const block of bytes.blocks()) yield block.subarray(0, block.length / 2);
          throw new Error('the disk has a bad day');
        },
      };
    };
    const reader = await transport(here.path);
    expect(await readIds(reader, locations)).toEqual(range(0, 1000));
    expect(reader.counters.read.fetchRetries).toBe(2);
  });

  test('gives up after the configured number of tries, naming executor, stage and partition', async () => {
    const location = await write(there.path, 1, 0, 10);
    intercept = () => async () => {
      throw new Error('always');
    };
    const error = await errorOf(
      readIds(await transport(here.path, { 'ballista.client.io_retries_times': '2' }), [location]),
    );
    expect(error).toBeInstanceOf(FetchFailedError);
    expect(error).toMatchObject({ executorId: 'e2', output: { stageId: 1, partitionId: 0 } });
    expect(error.message).toContain('always');
    expect(requests).toBe(3);
    expect(governor.requestsInFlight).toBe(0);
  });

  test('does not try again what cannot change: an output that is gone', async () => {
    const location = { ...(await write(there.path, 1, 0, 10)), fileId: 99 };
    expect(await errorOf(readIds(await transport(here.path), [location]))).toBeInstanceOf(FetchFailedError);
    expect(requests).toBe(1);
  });

  test('takes a corrupt file for a lost one, be it near or far', async () => {
    for (const directory of [here, there]) {
      const location = await write(directory.path, 5, 0, 1000);
      const path = directory.join('j1/1/5/data.arrow');
      const { readFile } = await import('node:fs/promises');
      const bytes = await readFile(path);
      bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 300);
      await writeFile(path, bytes);
      const error = await errorOf(readIds(await transport(here.path), [location]));
      expect(error).toBeInstanceOf(FetchFailedError);
      expect(error.message).toMatch(/corrupt/);
    }
  });

  test('takes other columns than the plan expects for a lost output', async () => {
    const location = await write(there.path, 1, 0, 10);
    const reader = await transport(here.path);
    const schema = schemaFromArrow(numbers(0, 1).schema.select(['name']));
    const run = async (): Promise<void> => {
      for await (const _ of reader.read([location], schema, new AbortController().signal));
    };
    const error = await errorOf(run());
    expect(error).toBeInstanceOf(FetchFailedError);
    expect(error.message).toMatch(/it holds \(id: Int64, name: Utf8\), expected \(name: Utf8\)/);
  });

  test('stops at once when its task is cancelled, also in the pause before a retry', async () => {
    const location = await write(there.path, 1, 0, 10);
    intercept = () => async () => {
      throw new Error('always');
    };
    const controller = new AbortController();
    const run = readIds(
      await transport(here.path, { 'ballista.client.io_retry_wait_time_ms': '60000' }),
      [location],
      controller.signal,
    );
    setTimeout(() => controller.abort(), 50);
    expect(await errorOf(run)).toBeInstanceOf(CancelledError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(governor.requestsInFlight).toBe(0);
  });

  test('that stops early gives its permits back and fetches no more', async () => {
    const locations = await Promise.all(
      range(1, 9).map((taskId) => write(there.path, taskId, taskId * 100, taskId * 100 + 100)),
    );
    const reader = await transport(here.path, { 'ballista.shuffle.max_concurrent_read_requests': '2' });
    for await (const batch of reader.read(locations, numbersSchema, new AbortController().signal)) {
      expect(batch.numRows).toBe(100);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(governor.requestsInFlight).toBe(0);
    expect(requests).toBeLessThan(8);
  });

  test('holds no more bytes than it may, however many outputs there are', async () => {
    const locations = await Promise.all(
      range(1, 9).map((taskId) => write(there.path, taskId, taskId * 1000, taskId * 1000 + 1000)),
    );
    const most = Math.max(...locations.map((one) => one.stats.fileBytes!));
    const reader = await transport(here.path, { 'ballista.shuffle.reader.max_bytes_in_flight': String(most * 2) });
    let peak = 0;
    for await (const _ of reader.read(locations, numbersSchema, new AbortController().signal)) {
      peak = Math.max(peak, governor.bytesInFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(peak).toBeLessThanOrEqual(most * 2);
    expect(peak).toBeGreaterThan(0);
  });

  /** The most fetches that are under way at once. */
  async function peakRequests(settings: Record<string, string>): Promise<number> {
    const locations = await Promise.all(
      range(1, 9).map((taskId) => write(there.path, taskId, taskId * 10, taskId * 10 + 10)),
    );
    const reader = await transport(here.path, settings);
    let [now, peak] = [0, 0];
    intercept = (open) => async (request, signal) => {
      now += 1;
      peak = Math.max(peak, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
      return await open(request, signal);
    };
    await readIds(reader, locations);
    return peak;
  }

  test('has no more fetches under way than it may, in all and from one executor', async () => {
    expect(await peakRequests({})).toBe(8);
    expect(await peakRequests({ 'ballista.shuffle.max_concurrent_read_requests': '3' })).toBe(3);
    expect(await peakRequests({ 'ballista.shuffle.reader.max_blocks_in_flight_per_address': '2' })).toBe(2);
  });

  test('counts an output of unknown size as one of the configured size', async () => {
    const locations = await Promise.all(
      range(1, 5).map((taskId) => write(there.path, taskId, taskId * 10, taskId * 10 + 10)),
    );
    const unknown = locations.map((one) => ({ ...one, stats: {} }));
    const peak = async (blockBytes: string): Promise<number> => {
      const reader = await transport(here.path, {
        'ballista.shuffle.reader.default_block_size_bytes': blockBytes,
        'ballista.shuffle.reader.max_bytes_in_flight': '100',
      });
      let most = 0;
      for await (const _ of reader.read(unknown, numbersSchema, new AbortController().signal)) {
        most = Math.max(most, governor.bytesInFlight);
      }
      return most;
    };
    expect(await peak('30')).toBe(90);
    expect(await peak('50')).toBe(100);
  });
});

test('a writer spills when it holds more than it may', async () => {
  const spills = async (limit: string): Promise<number> => {
    const writer = await transport(here.path, { 'ballista.shuffle.sort_based.memory_limit_per_task_bytes': limit });
    const output = await writer.openSort(
      { jobId: job, stageId: 9, taskId: Number(limit), schema: numbersSchema, codec: 'none', partitionCount: 1 },
      new AbortController().signal,
    );
    for (let at = 0; at < 2000; at += 100) await output.write(0, numbers(at, at + 100));
    await output.finish();
    return writer.counters.spillCount;
  };
  expect(await spills('4000')).toBeGreaterThan(0);
  expect(await spills('100000000')).toBe(0);
});
