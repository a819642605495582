import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExecutionPlan,
  type ExecutorId,
  FailedPreconditionError,
  jobId,
  type PartitionLocation,
  type PhysicalExtensionCodec,
  ShuffleLayout,
  type ShuffleWritePartition,
  type TaskDefinition,
  type TaskStatus,
  UnavailableError,
} from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import { encodePhysicalPlan, multiTaskDefinitionToProto } from '@ballista-ts/core/serde';
import { BallistaClient, ensureIpcCodecs } from '@ballista-ts/flight';
import { recordingLogger, tempDirectory } from '@ballista-ts/testing';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { RecordBatch } from 'apache-arrow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, eventually } from '../test/eventually.js';
import { type FakeScheduler, fakeScheduler } from '../test/fake-scheduler.js';
import { numbers, numbersSchema, passthroughWriter, scan, sortWriter, task } from '../test/plans.js';
import { createExecutor, type Executor } from './create-executor.js';
import type { ExecutorOptions } from './executor-options.js';

beforeAll(() => ensureIpcCodecs());

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0).reverse()) await close();
});

/** Tests load the sources, and a worker cannot: it runs what the build made of them. */
const workerUrl = new URL('../dist/worker/worker-main.js', import.meta.url);
const job = jobId('job-1');

async function scheduler(): Promise<FakeScheduler> {
  const one = await fakeScheduler();
  cleanup.push(() => one.close());
  return one;
}

function executor(schedulerPort: number, options: ExecutorOptions = {}): Executor {
  const one = createExecutor({
    port: 0,
    grpcPort: 0,
    healthPort: 0,
    vcores: 1,
    schedulerHost: '127.0.0.1',
    schedulerPort,
    heartbeatIntervalMs: 50,
    workerUrl,
    ...options,
  });
  cleanup.push(() => one.close());
  return one;
}

async function cluster(options: ExecutorOptions = {}): Promise<{ scheduler: FakeScheduler; executor: Executor }> {
  const fake = await scheduler();
  const one = executor(fake.port, options);
  await one.start();
  return { scheduler: fake, executor: one };
}

const control = (to: Executor) =>
  createClient(ballista.ExecutorGrpc, createGrpcTransport({ baseUrl: `http://127.0.0.1:${to.ports.grpc}` }));

const launch = async (to: Executor, ...tasks: TaskDefinition[]): Promise<void> => {
  const answer = await control(to).launchMultiTask({
    multiTasks: tasks.map(multiTaskDefinitionToProto),
    schedulerId: 'scheduler-1',
  });
  expect(answer.success).toBe(true);
};

function partitionsOf(status: TaskStatus): readonly ShuffleWritePartition[] {
  if (status.status.kind !== 'successful') throw new Error(JSON.stringify(status.status));
  return status.status.successful.partitions;
}

const location = (
  of: Executor,
  stageId: number,
  written: ShuffleWritePartition,
  mapPartitionId = 0,
): PartitionLocation => ({
  mapPartitionId,
  partitionId: { jobId: job, stageId, partitionId: written.partitionId },
  executor: { id: of.id, host: '127.0.0.1', port: of.ports.flight, grpcPort: of.ports.grpc, vcores: 2 },
  stats: { numRows: written.numRows, numBytes: written.numBytes, fileBytes: written.fileBytes },
  ...(written.fileId === undefined ? {} : { fileId: written.fileId }),
  layout: written.layout,
});

async function fetch(from: Executor, stageId: number, written: ShuffleWritePartition): Promise<RecordBatch[]> {
  const client = new BallistaClient('127.0.0.1', from.ports.flight);
  const batches: RecordBatch[] = [];
  const partition = { jobId: job, stageId, partitionId: written.partitionId };
  for await (const batch of client.fetchPartition(from.id, partition, written.fileId, written.layout, false)) {
    batches.push(batch);
  }
  await client.close();
  return batches;
}

const idsOf = (batches: readonly RecordBatch[]): number[] =>
  batches.flatMap((batch) => [...batch].map((row) => Number(row.id))).sort((a, b) => a - b);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('an executor', () => {
  test('opens its ports, registers with its version and its ports, and beats', async () => {
    const { scheduler, executor } = await cluster({ metrics: 'all' });
    expect(scheduler.registrations).toHaveLength(1);
    expect(scheduler.registrations[0]).toMatchObject({
      id: executor.id,
      host: '127.0.0.1',
      port: executor.ports.flight,
      grpcPort: executor.ports.grpc,
      vcores: 1,
      protocolVersion: 3,
    });
    await eventually(() => scheduler.beats.length >= 3, 'three beats');
    expect(scheduler.beats[0]!.state).toBe('active');
    expect(scheduler.beats[0]!.metrics.map(({ kind }) => kind)).toEqual([
      'availableMemory',
      'totalMemory',
      'usedMemory',
      'procPhysicalMemory',
      'procVirtualMemory',
      'peakPhysicalMemory',
      'peakVirtualMemory',
    ]);
    const health = `http://127.0.0.1:${executor.ports.health}`;
    expect(await (await globalThis.fetch(`${health}/healthz`)).text()).toBe('ok\n');
    expect(await (await globalThis.fetch(`${health}/readyz`)).text()).toBe('ready\n');
    expect((await globalThis.fetch(`${health}/x`)).status).toBe(404);
  });

  test('is not ready before its first heartbeat got through', async () => {
    const fake = await scheduler();
    fake.onCall = (method) => {
      if (method === 'heartbeat') throw new UnavailableError('busy');
      return undefined;
    };
    const one = executor(fake.port);
    await one.start();
    const answer = await globalThis.fetch(`http://127.0.0.1:${one.ports.health}/readyz`);
    expect([answer.status, await answer.text()]).toEqual([503, 'not ready: no successful heartbeat yet\n']);
    fake.onCall = () => undefined;
    await eventually(() => one.isReady, 'ready');
  });

  test('waits for a scheduler that starts later, as long as it is told to', async () => {
    const before = await scheduler();
    await before.close();
    const one = executor(before.port, { schedulerConnectTimeoutMs: 10_000 });
    const starting = one.start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const late = await fakeScheduler(before.port);
    cleanup.push(() => late.close());
    await starting;
    expect(late.registrations).toHaveLength(1);
  });

  test('says which scheduler it cannot reach', async () => {
    const before = await scheduler();
    await before.close();
    const one = executor(before.port);
    const error = await errorOf(one.start());
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain(`cannot register with the scheduler at 127.0.0.1:${before.port}`);
    expect((await one.exited).error).toBe(error);
  });

  test('does not start when its registration is refused', async () => {
    const fake = await scheduler();
    const text = 'protocol version mismatch: scheduler=3, executor=2';
    fake.onCall = () => {
      throw new FailedPreconditionError(text);
    };
    const error = await errorOf(executor(fake.port, { schedulerConnectTimeoutMs: 10_000 }).start());
    expect(error).toBeInstanceOf(FailedPreconditionError);
    expect(error.message).toBe(text);
  });

  test('ends after five failed heartbeats and says why, but not after four', async () => {
    const { scheduler, executor } = await cluster({ heartbeatIntervalMs: 10 });
    let failures = 4;
    scheduler.onCall = (method) => {
      if (method === 'heartbeat' && failures-- > 0) throw new UnavailableError('away');
      return undefined;
    };
    await eventually(() => failures < -2, 'beats after the failures');
    expect(executor.isReady).toBe(true);
    failures = 5;
    const exit = await executor.exited;
    expect(exit.error?.message).toMatch(/5 heartbeats in a row failed: .* is down .* another protocol version.*: away/);
    expect(failures).toBe(0);
  });

  test('does not start with extensions that cannot be loaded, or are none', async () => {
    const fake = await scheduler();
    for (const [extensions, message] of [
      ['file:///no/such/module.mjs', /cannot load the extensions file:\/\/\/no\/such\/module.mjs/],
      ['data:text/javascript,export const x = 1', /have no default export/],
    ] as const) {
      expect((await errorOf(executor(fake.port, { extensions }).start())).message).toMatch(message);
    }
    expect(fake.registrations).toEqual([]);
  });

  test('registers again when the scheduler asks for it', async () => {
    const { scheduler } = await cluster();
    let ask = true;
    scheduler.onCall = (method) => {
      if (method !== 'heartbeat') return undefined;
      const answer = ask;
      ask = false;
      return answer;
    };
    await eventually(() => scheduler.registrations.length === 2, 'a second registration');
  });
});

describe('a task', () => {
  // One pair for all: starting a worker takes longer than most of these tasks.
  let shared: { scheduler: FakeScheduler; executor: Executor };
  beforeAll(async () => {
    shared = await cluster({ vcores: 2 });
    cleanup.length = 0;
  });
  afterAll(async () => {
    await shared.executor.close();
    await shared.scheduler.close();
  });
  beforeEach(() => {
    shared.scheduler.statuses.length = 0;
    shared.scheduler.onCall = () => undefined;
  });

  test('writes the passthrough layout, which a peer can fetch', async () => {
    const { scheduler, executor } = shared;
    const plan = passthroughWriter(job, 1, scan(numbers(0, 100), numbers(100, 250)));
    await launch(executor, task(job, 1, 3, plan, { globalOutputPartitionIds: [5, 9], vcoresConsumed: 2 }));
    const status = await scheduler.statusOf(3);
    expect(status).toMatchObject({ jobId: job, stageId: 1, taskId: 3, stageAttemptNum: 0 });
    expect(status.startExecTime).toBeGreaterThanOrEqual(status.launchTime);
    expect(status.endExecTime).toBeGreaterThanOrEqual(status.startExecTime);
    const written = partitionsOf(status);
    expect(written.map(({ partitionId, numRows, fileId, layout }) => [partitionId, numRows, fileId, layout])).toEqual([
      [5, 100, 3, 'passthrough'],
      [9, 150, 3, 'passthrough'],
    ]);
    expect(written[0]!.fileBytes).toBeGreaterThan(100);
    expect(idsOf(await fetch(executor, 1, written[0]!))).toEqual(range(0, 100));
    expect(idsOf(await fetch(executor, 1, written[1]!))).toEqual(range(100, 250));
    expect(status.metrics.length).toBe(2);
  });

  test('writes the sort layout, and the next stage reads it locally and from a peer', async () => {
    const { scheduler: fake, executor: first } = shared;
    const second = executor(fake.port);
    await second.start();
    await launch(first, task(job, 1, 0, sortWriter(job, 1, 4, scan(numbers(0, 500)))));
    await launch(second, task(job, 1, 1, sortWriter(job, 1, 4, scan(numbers(500, 1000)))));
    const written = [partitionsOf(await fake.statusOf(0)), partitionsOf(await fake.statusOf(1))];
    expect(written.map((one) => one.length)).toEqual([4, 4]);
    const partitions = range(0, 4).map((partition) => [
      location(first, 1, written[0]!.find((one) => one.partitionId === partition)!, 0),
      location(second, 1, written[1]!.find((one) => one.partitionId === partition)!, 1),
    ]);
    const reader = {
      kind: 'ShuffleReaderExec',
      stageId: 1,
      schema: numbersSchema,
      partitions,
      partitioning: { kind: 'hash', exprs: [{ kind: 'Column', name: 'id', index: 0 }], partitionCount: 4 },
      broadcast: false,
      upstreamPartitionCount: 4,
      ordering: [],
    } as const;
    for (const props of [[], [{ key: 'ballista.shuffle.force_remote_read', value: 'true' }]]) {
      const taskId = 10 + props.length;
      await launch(
        first,
        task(job, 2, taskId, passthroughWriter(job, 2, reader), { globalOutputPartitionIds: range(0, 4), props }),
      );
      const result = partitionsOf(await fake.statusOf(taskId));
      const batches = (await Promise.all(result.map((one) => fetch(first, 2, one)))).flat();
      expect(idsOf(batches)).toEqual(range(0, 1000));
    }
  });

  test('of two vcores is run by two workers, and its one sort file holds the rows of all partitions', async () => {
    const { scheduler, executor } = shared;
    const input = scan(numbers(0, 100), numbers(100, 200), numbers(200, 300));
    const ids = { globalOutputPartitionIds: range(0, 4), vcoresConsumed: 2 };
    await launch(executor, task(job, 4, 5, sortWriter(job, 4, 4, input), ids));
    const status = await scheduler.statusOf(5);
    const written = partitionsOf(status);
    expect(written.map(({ partitionId }) => partitionId)).toEqual([0, 1, 2, 3]);
    const batches = (await Promise.all(written.map((one) => fetch(executor, 4, one)))).flat();
    expect(idsOf(batches)).toEqual(range(0, 300));
    // Writer and scan: the node that shares the partitions out is nobody's business.
    expect(
      status.metrics.map(({ metrics }) => metrics.find(({ value }) => value.kind === 'outputRows')?.value),
    ).toEqual([
      { kind: 'outputRows', value: 300 },
      { kind: 'outputRows', value: 300 },
    ]);
  });

  test('without rows is a success without partitions', async () => {
    const { scheduler, executor } = shared;
    await launch(executor, task(job, 3, 0, sortWriter(job, 3, 3, scan(numbers(0, 0)))));
    expect(partitionsOf(await scheduler.statusOf(0))).toEqual([]);
  });

  test('that reads a lost output is a fetch failure naming executor, stage and partition', async () => {
    const { scheduler, executor } = shared;
    const gone: PartitionLocation = location(executor, 1, {
      partitionId: 2,
      numBatches: 1,
      numRows: 1,
      numBytes: 1,
      fileBytes: 1,
      fileId: 77,
      layout: ShuffleLayout.Sort,
    });
    const reader = {
      kind: 'ShuffleReaderExec',
      stageId: 1,
      schema: numbersSchema,
      partitions: [[gone]],
      partitioning: { kind: 'unknown', partitionCount: 1 },
      broadcast: false,
      upstreamPartitionCount: 1,
      ordering: [],
    } as const;
    await launch(executor, task(job, 12, 1, passthroughWriter(job, 12, reader)));
    const { status } = await scheduler.statusOf(1);
    expect(status).toMatchObject({
      kind: 'failed',
      failed: {
        retryable: false,
        countToFailures: false,
        reason: {
          kind: 'fetchPartitionError',
          executorId: executor.id as ExecutorId,
          mapStageId: 1,
          mapPartitionId: 2,
        },
      },
    });
  });

  test('with bytes that are no plan fails alone and names the reason', async () => {
    const { scheduler, executor } = shared;
    const good = task(job, 13, 0, passthroughWriter(job, 13, scan(numbers(0, 5))));
    await launch(executor, { ...good, taskId: 1, plan: new Uint8Array([1, 2, 3]) }, good);
    const { status } = await scheduler.statusOf(1);
    expect(status).toMatchObject({ kind: 'failed', failed: { retryable: false, reason: { kind: 'executionError' } } });
    expect(partitionsOf(await scheduler.statusOf(0)).length).toBe(1);
    expect(executor.runningTasks).toBe(0);
  });

  test('that is cancelled stops within 100 ms, leaves no file, is reported as killed, and its worker takes the next', async () => {
    const directory = await tempDirectory();
    cleanup.push(() => directory.close());
    const { scheduler, executor } = await cluster({ workDir: directory.path });
    const endless = { kind: 'CrossJoinExec', left: scan(numbers(0, 5000)), right: scan(numbers(0, 5000)) } as const;
    for (const [stageId, writer] of [
      [1, sortWriter(job, 1, 4, endless)],
      [2, passthroughWriter(job, 2, endless)],
    ] as const) {
      await launch(executor, task(job, stageId, stageId, writer));
      if (stageId === 2)
        await eventually(() => existsSync(directory.join(job, '2/0/data-2.arrow.tmp')), 'a file', 20_000);
      else await new Promise((resolve) => setTimeout(resolve, 300));
      const started = performance.now();
      await control(executor).cancelTasks({ taskInfos: [{ taskId: stageId, jobId: job, stageId }] });
      await eventually(() => executor.runningTasks === 0, 'no running task');
      const took = performance.now() - started;
      const { status } = await scheduler.statusOf(stageId);
      expect(status).toMatchObject({
        kind: 'failed',
        failed: { error: 'Task cancelled', retryable: true, countToFailures: false, reason: { kind: 'taskKilled' } },
      });
      const files = (await readdir(directory.path, { recursive: true })).filter((name) => name.includes('.arrow'));
      expect(files).toEqual([]);
      // 100 ms is the promise; a machine that runs other tests beside this one may need a little longer.
      expect(took).toBeLessThan(500);
    }
    await launch(executor, task(job, 3, 9, passthroughWriter(job, 3, scan(numbers(0, 5)))));
    expect(partitionsOf(await scheduler.statusOf(9)).length).toBe(1);
  });

  test('can use an operator that the extensions of its executor bring', async () => {
    const extensions = new URL('../test/extensions.mjs', import.meta.url).href;
    const { scheduler, executor } = await cluster({ extensions });
    const plan: ExecutionPlan = {
      kind: 'ExtensionExec',
      inputs: [scan(numbers(0, 10))],
      extension: { type: 'test.first_row', properties: ([input]) => input!, display: () => 'FirstRow' },
    };
    const physicalCodecs: readonly PhysicalExtensionCodec[] = [
      { encode: () => new Uint8Array(), decode: () => undefined },
    ];
    const bytes = encodePhysicalPlan(passthroughWriter(job, 6, plan), { physicalCodecs });
    await launch(executor, { ...task(job, 6, 0, passthroughWriter(job, 6, scan(numbers(0, 1)))), plan: bytes });
    const [written] = partitionsOf(await scheduler.statusOf(0));
    expect(idsOf(await fetch(executor, 6, written!))).toEqual([0]);
  });

  test('that was launched twice runs once', async () => {
    const { scheduler, executor } = shared;
    const one = task(job, 14, 0, passthroughWriter(job, 14, scan(numbers(0, 5000))));
    await launch(executor, one, one);
    await scheduler.statusOf(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(scheduler.statuses.length).toBe(1);
  });

  test('that has ended is not run again when a scheduler that was restarted launches it, but reported again', async () => {
    const { scheduler, executor } = shared;
    const one = task(job, 16, 0, passthroughWriter(job, 16, scan(numbers(0, 5))));
    await launch(executor, one);
    const first = await scheduler.statusOf(0);
    scheduler.statuses.length = 0;
    await launch(executor, one);
    // The very same, times included.
    expect(await scheduler.statusOf(0)).toEqual(first);
    // Until its data is removed: then it is another task.
    await control(executor).removeJobData({ jobId: job, removeStageIds: [16] });
    scheduler.statuses.length = 0;
    await launch(executor, one);
    expect((await scheduler.statusOf(0)).startExecTime).toBeGreaterThan(first.startExecTime);
  });

  test('is reported until the scheduler takes the report', async () => {
    const { scheduler, executor } = shared;
    let refusals = 3;
    scheduler.onCall = (method) => {
      if (method === 'status' && refusals-- > 0) throw new UnavailableError('busy');
      return undefined;
    };
    await launch(executor, task(job, 15, 0, passthroughWriter(job, 15, scan(numbers(0, 5)))));
    await scheduler.statusOf(0);
    expect(scheduler.statuses.length).toBe(1);
  });
});

describe('data of a job', () => {
  test('goes when the scheduler says so: some stages, then all; what is missing is fine', async () => {
    const directory = await tempDirectory();
    cleanup.push(() => directory.close());
    const { scheduler, executor } = await cluster({ workDir: directory.path });
    for (const stageId of [1, 2]) {
      await launch(executor, task(job, stageId, stageId, passthroughWriter(job, stageId, scan(numbers(0, 5)))));
      await scheduler.statusOf(stageId);
    }
    const one = control(executor);
    await one.removeJobData({ jobId: job, removeStageIds: [1, 7] });
    expect(await readdir(join(directory.path, job))).toEqual(['2']);
    await one.removeJobData({ jobId: job, removeStageIds: [] });
    expect(existsSync(join(directory.path, job))).toBe(false);
    await one.removeJobData({ jobId: job, removeStageIds: [] });
    await expect(one.removeJobData({ jobId: '../x', removeStageIds: [] })).rejects.toThrow(/invalid job id/);
  });
});

describe('the end', () => {
  test('in an orderly way: the scheduler is told, running tasks end and are reported, the work directory goes', async () => {
    const { scheduler, executor } = await cluster();
    await launch(executor, task(job, 1, 0, sortWriter(job, 1, 4, scan(numbers(0, 200_000)))));
    await executor.shutdown({ reason: 'test', graceMs: 10_000 });
    expect(scheduler.stopped).toEqual(['test']);
    expect(scheduler.beats.at(-1)!.state).toBe('terminating');
    expect(partitionsOf(await scheduler.statusOf(0)).length).toBe(4);
    expect(await executor.exited).toEqual({ reason: 'test', forced: false });
  });

  test('by StopExecutor: in an orderly way, or at once with force', async () => {
    const first = await cluster();
    await control(first.executor).stopExecutor({ executorId: first.executor.id, reason: 'expired', force: false });
    expect(await first.executor.exited).toEqual({ reason: 'expired', forced: false });
    const second = await cluster();
    await expect(control(second.executor).stopExecutor({ executorId: 'other', force: true })).rejects.toThrow(
      /not other/,
    );
    await control(second.executor).stopExecutor({ executorId: second.executor.id, reason: 'dead', force: true });
    expect(await second.executor.exited).toEqual({ reason: 'dead', forced: true });
  });

  test('while it starts leaves nothing behind', async () => {
    const before = await scheduler();
    await before.close();
    const logger = recordingLogger();
    const one = executor(before.port, { schedulerConnectTimeoutMs: 60_000, logger });
    const starting = errorOf(one.start());
    await new Promise((resolve) => setTimeout(resolve, 100));
    await one.close();
    expect((await starting).message).toMatch(/closed while it started/);
  });
});
