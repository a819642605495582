import {
  CancelledError,
  DecodeError,
  ExecutionError,
  executorId,
  FetchFailedError,
  InternalError,
  IoError,
  jobId,
  NotFoundError,
  silentLogger,
  type TaskStatus,
  UnavailableError,
} from '@ballista-ts/core';
import { virtualClock } from '@ballista-ts/testing';
import { describe, expect, test } from 'vitest';
import { asTaskStatus, type TaskCompletionExtras } from './as-task-status.js';
import { classifyError } from './classify-error.js';
import { StatusReporter } from './status-reporter.js';

const native = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read', errno: -5 });
const enoent = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open', errno: -2 });
const fetchFailed = new FetchFailedError(executorId('e9'), { jobId: jobId('j'), stageId: 3, partitionId: 4 }, 'gone');

describe('the failure of a task', () => {
  test('is a fetch failure when there is one anywhere in the chain, before everything else', () => {
    const wrapped = new ExecutionError('join', {
      cause: new CancelledError('x', { cause: new InternalError('y', { cause: fetchFailed }) }),
    });
    expect(classifyError(wrapped)).toEqual({
      error: fetchFailed.message,
      retryable: false,
      countToFailures: false,
      reason: { kind: 'fetchPartitionError', executorId: 'e9', mapStageId: 3, mapPartitionId: 4 },
    });
  });

  test('is a kill when it was cancelled, by us or by a signal', () => {
    const killed = { error: 'Task cancelled', retryable: true, countToFailures: false, reason: { kind: 'taskKilled' } };
    expect(classifyError(new ExecutionError('x', { cause: new CancelledError('stop') }))).toEqual(killed);
    expect(classifyError(AbortSignal.abort().reason)).toEqual(killed);
  });

  test.each([
    ['an I/O error of ours', new IoError('disk'), 'disk'],
    ['one of Node', native, 'EIO: i/o error, read'],
    [
      'one at the root of others',
      new ExecutionError('scan of a.parquet', { cause: new IoError('read', { cause: native }) }),
      'scan of a.parquet: read: EIO: i/o error, read',
    ],
    ['a peer that is not there', new UnavailableError('refused'), 'refused'],
  ])('is I/O, retryable and counted, for %s', (_what, error, text) => {
    expect(classifyError(error)).toEqual({
      error: `Task failed due to IO error: ${text}`,
      retryable: true,
      countToFailures: true,
      reason: { kind: 'ioError' },
    });
  });

  test.each([
    ['a row', new ExecutionError('overflow'), 'overflow'],
    ['corrupt bytes', new DecodeError('bad'), 'bad'],
    ['a missing file', new NotFoundError('a.parquet', { cause: enoent }), 'a.parquet: ENOENT: no such file'],
    ['a bug', new TypeError('x is not a function'), 'x is not a function'],
    ['something that is no error', 'text', 'text'],
    ['nothing', undefined, ''],
  ])('is final for %s', (_what, error, text) => {
    expect(classifyError(error)).toEqual({
      error: `Task failed due to runtime execution error: ${text}`,
      retryable: false,
      countToFailures: false,
      reason: { kind: 'executionError' },
    });
  });

  test('does not follow a circle of causes for ever', () => {
    const error = new Error('a');
    error.cause = error;
    expect(classifyError(error).reason?.kind).toBe('executionError');
  });
});

const key = { jobId: jobId('j'), stageId: 1, taskId: 2 };
const times = { launchTime: 1, startExecTime: 2, endExecTime: 3 };
const ok = { kind: 'ok', partitions: [] } as const;

describe('asTaskStatus', () => {
  test('takes the result, the executor, the stage attempt, the key, the times and the extras, in this order', () => {
    const extras: TaskCompletionExtras = { operatorMetrics: [{ metrics: [] }] };
    expect(asTaskStatus(ok, executorId('e'), 7, key, times, extras)).toEqual({
      jobId: 'j',
      stageId: 1,
      taskId: 2,
      stageAttemptNum: 7,
      launchTime: 1,
      startExecTime: 2,
      endExecTime: 3,
      metrics: [{ metrics: [] }],
      status: { kind: 'successful', successful: { executorId: 'e', partitions: [], runtimeStats: [] } },
    });
  });

  test('needs no extras, and classifies errors', () => {
    const status = asTaskStatus({ kind: 'error', error: new IoError('x') }, executorId('e'), 0, key, times);
    expect(status.status).toMatchObject({ kind: 'failed', failed: { reason: { kind: 'ioError' } } });
    expect(status.metrics).toEqual([]);
  });

  test('does not take times and extras the other way round', () => {
    // @ts-expect-error the times come before the extras
    const wrong = (): TaskStatus => asTaskStatus(ok, executorId('e'), 0, key, { operatorMetrics: [] }, times);
    expect(wrong).toBeTypeOf('function');
  });
});

describe('the status reporter', () => {
  const status = (taskId: number): TaskStatus => asTaskStatus(ok, executorId('e'), 0, { ...key, taskId }, times);
  const setup = (send: (batch: readonly TaskStatus[]) => Promise<void>) => {
    const clock = virtualClock();
    return { clock, reporter: new StatusReporter({ send, clock, logger: silentLogger }) };
  };

  test('keeps a status until it is acknowledged, with growing pauses, and sends what came meanwhile along', async () => {
    const attempts: { at: number; tasks: number[] }[] = [];
    let failing = 3;
    const { clock, reporter } = setup(async (batch) => {
      attempts.push({ at: clock.now() - start, tasks: batch.map((one) => one.taskId) });
      if (failing-- > 0) throw new UnavailableError('away');
    });
    const start = clock.now();
    reporter.report(status(1));
    await clock.advanceAsync(0);
    reporter.report(status(2));
    await clock.advanceAsync(10_000);
    expect(attempts).toEqual([
      { at: 0, tasks: [1] },
      { at: 100, tasks: [1, 2] },
      { at: 300, tasks: [1, 2] },
      { at: 700, tasks: [1, 2] },
    ]);
    expect(reporter.pending).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test('does not wait longer than ten seconds between tries', async () => {
    let attempts = 0;
    const { clock, reporter } = setup(async () => {
      attempts += 1;
      throw new UnavailableError('away');
    });
    reporter.report(status(1));
    await clock.advanceAsync(100_000);
    const before = attempts;
    await clock.advanceAsync(10_000);
    expect(attempts).toBe(before + 1);
  });

  test('keeps what arrives while a batch is under way, in order, and never sends two batches at once', async () => {
    const sent: number[][] = [];
    const finish: (() => void)[] = [];
    const { clock, reporter } = setup(
      (batch) =>
        new Promise((resolve) => {
          sent.push(batch.map((one) => one.taskId));
          finish.push(resolve);
        }),
    );
    reporter.report(status(1));
    reporter.report(status(2));
    reporter.report(status(3));
    expect(sent).toEqual([[1]]);
    for (const one of finish.splice(0)) one();
    await clock.advanceAsync(0);
    expect(sent).toEqual([[1], [2, 3]]);
    for (const one of finish.splice(0)) one();
    await clock.advanceAsync(0);
    expect(reporter.pending).toBe(0);
  });

  test('tries at once when the scheduler is known to be back, and can wait for everything to arrive', async () => {
    let up = false;
    const { clock, reporter } = setup(async () => {
      if (!up) throw new UnavailableError('away');
    });
    for (let taskId = 0; taskId < 2500; taskId += 1) reporter.report(status(taskId));
    await clock.advanceAsync(5000);
    expect(reporter.pending).toBe(2500);
    up = true;
    const flushed = reporter.flush(1000);
    await clock.advanceAsync(0);
    expect(await flushed).toBe(true);
    expect(reporter.pending).toBe(0);
    expect(await reporter.flush(1)).toBe(true);
    up = false;
    reporter.report(status(1));
    const late = reporter.flush(1000);
    await clock.advanceAsync(1000);
    expect(await late).toBe(false);
    reporter.stop();
    reporter.report(status(2));
    expect(reporter.pending).toBe(0);
  });
});
