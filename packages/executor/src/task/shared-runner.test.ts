import { readdir } from 'node:fs/promises';
import {
  type FailedTask,
  jobId,
  type OperatorMetricsSet,
  type ShuffleWritePartition,
  schemaFromArrow,
  sessionId,
} from '@ballista-ts/core';
import { decodeIpcStream, ensureIpcCodecs } from '@ballista-ts/flight';
import { tempDirectory } from '@ballista-ts/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { numbers } from '../../test/plans.js';
import { FileShuffleStore } from '../shuffle/file-shuffle-store.js';
import { mergeSortParts, sumWritten } from '../shuffle/merge-sort-parts.js';
import { SortOutput } from '../shuffle/sort-output.js';
import type { RunOutcome, RunRequest } from '../worker/messages.js';
import { mergeMetrics } from './merge-metrics.js';
import { SharedRunner } from './shared-runner.js';

beforeAll(() => ensureIpcCodecs());

const job = jobId('j1');
const request = (vcoresConsumed: number, ids: readonly number[] = [0, 1, 2]): RunRequest => ({
  run: 40,
  poolBytes: 1000,
  task: {
    taskId: 7,
    taskAttemptNum: 0,
    jobId: job,
    stageId: 2,
    stageAttemptNum: 0,
    plan: new Uint8Array(),
    sessionId: sessionId('s'),
    launchTime: 0,
    props: [],
    globalOutputPartitionIds: ids,
    vcoresConsumed,
  },
});
const written = (partitionId: number, numRows: number): ShuffleWritePartition => ({
  partitionId,
  numRows,
  numBatches: 1,
  numBytes: 10,
  fileBytes: 5,
  fileId: 7,
  layout: 'passthrough',
});
const failed = (error: string): FailedTask => ({ error, retryable: false, countToFailures: false });
const ok = (...partitions: ShuffleWritePartition[]): RunOutcome => ({
  kind: 'ok',
  partitions,
  metrics: [{ metrics: [{ value: { kind: 'outputRows', value: 3 } }] }],
  runtimeStats: [],
});

/** A runner whose runs end when the test says so. */
function manual() {
  const started: RunRequest[] = [];
  const cancelled: number[] = [];
  const settle = new Map<number, (outcome: RunOutcome) => void>();
  const runner = new SharedRunner(
    {
      run: (one) =>
        new Promise((resolve) => {
          started.push(one);
          settle.set(one.run, resolve);
        }),
      cancel: (run) => void cancelled.push(run),
    },
    '/nowhere',
  );
  return {
    runner,
    started,
    cancelled,
    end: (index: number, outcome: RunOutcome) => settle.get(started[index]!.run)!(outcome),
  };
}

describe('a task of several vcores', () => {
  test('runs in as many shares, with its memory divided, and its outcome is their sum', async () => {
    const { runner, started, end } = manual();
    const run = runner.run(request(2));
    expect(started.map(({ share, poolBytes }) => [share, poolBytes])).toEqual([
      [{ index: 0, count: 2 }, 500],
      [{ index: 1, count: 2 }, 500],
    ]);
    end(1, ok(written(1, 5)));
    end(0, ok(written(2, 1), written(0, 2)));
    const outcome = await run;
    expect(outcome).toMatchObject({
      kind: 'ok',
      partitions: [written(0, 2), written(1, 5), written(2, 1)],
      metrics: [{ metrics: [{ value: { kind: 'outputRows', value: 6 } }] }],
    });
  });

  test('stops all shares when one fails, and tells the first failure', async () => {
    const { runner, started, cancelled, end } = manual();
    const run = runner.run(request(3));
    end(1, { kind: 'failed', failed: failed('row 7') });
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toEqual([started[0]!.run, started[2]!.run]);
    end(0, { kind: 'failed', failed: failed('Task cancelled') });
    end(2, ok());
    expect(await run).toEqual({ kind: 'failed', failed: failed('row 7') });
  });

  test('is cancelled in all its shares; another task is not', async () => {
    const { runner, started, cancelled } = manual();
    void runner.run(request(2));
    void runner.run({ ...request(2), run: 41 });
    runner.cancel(41);
    expect(cancelled).toEqual(started.slice(2).map(({ run }) => run));
    runner.cancel(99);
    expect(cancelled.length).toBe(2);
  });

  test('runs whole when it has one vcore, or when two partitions go to one file', async () => {
    for (const one of [request(1), request(0), request(2, [0, 0])]) {
      const { runner, started, end } = manual();
      const run = runner.run(one);
      expect(started.map(({ share, poolBytes }) => [share, poolBytes])).toEqual([[undefined, 1000]]);
      end(0, ok(written(0, 1)));
      expect(await run).toMatchObject({ kind: 'ok', partitions: [written(0, 1)] });
    }
  });
});

describe('merging the sort files of shares', () => {
  test.each([1, 2, 3])('gives one file that holds every row of %i parts, and leaves no part', async (count) => {
    await using directory = await tempDirectory();
    const schema = numbers(0, 1).schema;
    const write = { jobId: job, stageId: 2, taskId: 7, schema: schemaFromArrow(schema), codec: 'lz4' } as const;
    const parts: (readonly ShuffleWritePartition[])[] = [];
    for (let part = 0; part < count; part += 1) {
      const options = { partitionCount: 3, memoryLimitBytes: 500, part };
      const output = new SortOutput(directory.path, write, schema, options, new AbortController().signal);
      await output.write(0, numbers(part * 100, part * 100 + 100));
      if (part === 1) await output.write(2, numbers(1000, 1001));
      parts.push(await output.finish());
    }
    await mergeSortParts(directory.path, { jobId: job, stageId: 2, taskId: 7 });
    expect((await readdir(directory.join('j1/2/7'))).sort()).toEqual(['data.arrow', 'data.arrow.index']);
    const store = await FileShuffleStore.open(directory.path);
    for (const { partitionId, numRows, fileBytes } of sumWritten(parts)) {
      const bytes = await store.open({
        partition: { jobId: job, stageId: 2, partitionId },
        host: '',
        port: 0,
        fileId: 7,
        layout: 'sort',
        fileKind: 'data',
        byteRanges: [],
      });
      let rows = 0;
      for await (const batch of decodeIpcStream(bytes.blocks())) rows += batch.numRows;
      expect([rows, bytes.size > fileBytes]).toEqual([numRows, true]);
      await bytes.close();
    }
  });

  test('does nothing for a task without parts', async () => {
    await using directory = await tempDirectory();
    await directory.write('j1/2/7/data-7.arrow', 'x');
    await mergeSortParts(directory.path, { jobId: job, stageId: 2, taskId: 7 });
    await mergeSortParts(directory.path, { jobId: job, stageId: 3, taskId: 7 });
    expect(await readdir(directory.join('j1/2/7'))).toEqual(['data-7.arrow']);
  });
});

test('metrics are added up by operator, kind, name and partition; times of day are not', () => {
  const set = (...metrics: OperatorMetricsSet['metrics']): OperatorMetricsSet => ({ metrics });
  const a = [
    set(
      { value: { kind: 'startTimestamp', value: 5 } },
      { value: { kind: 'endTimestamp', value: 6 } },
      { value: { kind: 'count', name: 'x', value: 1 } },
      { partition: 1, value: { kind: 'outputRows', value: 1 } },
    ),
    set(
      { value: { kind: 'pruning', name: 'p', pruned: 1, matched: 2 } },
      { value: { kind: 'ratio', name: 'r', part: 1, total: 2 } },
    ),
  ];
  const b = [
    set(
      { value: { kind: 'startTimestamp', value: 3 } },
      { value: { kind: 'endTimestamp', value: 9 } },
      { value: { kind: 'count', name: 'x', value: 10 } },
      { value: { kind: 'count', name: 'y', value: 7 } },
      { partition: 2, value: { kind: 'outputRows', value: 1 } },
    ),
    set(
      { value: { kind: 'pruning', name: 'p', pruned: 10, matched: 20 } },
      { value: { kind: 'ratio', name: 'r', part: 1, total: 2 } },
    ),
  ];
  expect(mergeMetrics([a, [], b])).toEqual([
    set(
      { value: { kind: 'startTimestamp', value: 3 } },
      { value: { kind: 'endTimestamp', value: 9 } },
      { value: { kind: 'count', name: 'x', value: 11 } },
      { partition: 1, value: { kind: 'outputRows', value: 1 } },
      { value: { kind: 'count', name: 'y', value: 7 } },
      { partition: 2, value: { kind: 'outputRows', value: 1 } },
    ),
    set(
      { value: { kind: 'pruning', name: 'p', pruned: 11, matched: 22 } },
      { value: { kind: 'ratio', name: 'r', part: 2, total: 4 } },
    ),
  ]);
  expect(mergeMetrics([[], []])).toEqual([]);
});
