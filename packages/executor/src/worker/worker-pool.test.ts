import { jobId, sessionId, silentLogger } from '@ballista-ts/core';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.js';
import { LocalFetchGovernor } from '../shuffle/fetch-governor.js';
import type { RunOutcome, RunRequest } from './messages.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

let pool: WorkerPool | undefined;
afterEach(() => pool?.close());

const create = (more: Partial<WorkerPoolOptions> = {}): WorkerPool => {
  pool = new WorkerPool({
    size: 1,
    setup: { workDir: '/nowhere', clientTtlMs: 0 },
    governor: new LocalFetchGovernor(),
    logger: silentLogger,
    workerUrl: new URL('../../test/rogue-worker.mjs', import.meta.url),
    ...more,
  });
  return pool;
};

let nextRun = 0;
const request = (job: string): RunRequest => ({
  run: nextRun++,
  task: {
    taskId: 0,
    taskAttemptNum: 0,
    jobId: jobId(job),
    stageId: 0,
    stageAttemptNum: 0,
    plan: new Uint8Array(),
    sessionId: sessionId('s'),
    launchTime: 0,
    props: [],
    globalOutputPartitionIds: [],
    vcoresConsumed: 1,
  },
});

const reason = (outcome: RunOutcome) =>
  outcome.kind === 'failed'
    ? [outcome.failed.reason?.kind, outcome.failed.retryable, outcome.failed.countToFailures]
    : ['ok'];

describe('a worker', () => {
  test.each([
    ['throws', ['executionError', false, false], /uncaught error in its worker: nobody catches this/],
    ['exits', ['ioError', true, true], /its worker ended with code 3/],
    ['out-of-memory', ['ioError', true, true], /its worker ran out of memory/],
  ] as const)('whose task %s fails that task alone, and is replaced', async (job, expected, message) => {
    const one = create({ size: 2, maxHeapMb: 32 });
    const [bad, good] = await Promise.all([one.run(request(job)), one.run(request('fine'))]);
    expect(reason(bad)).toEqual(expected);
    expect(bad.kind === 'failed' && bad.failed.error).toMatch(message);
    expect(reason(good)).toEqual(['ok']);
    const after = await Promise.all([request('a'), request('b'), request('c')].map((next) => one.run(next)));
    expect(after.map(reason)).toEqual([['ok'], ['ok'], ['ok']]);
    expect(one.busy).toBe(0);
  });

  test('gives the permits back that it held when it died', async () => {
    const governor = new LocalFetchGovernor();
    const one = create({ governor });
    await one.run(request('takes-permits'));
    expect(governor.requestsInFlight).toBe(0);
  });

  test('that cannot start is tried again after a pause, not at once', async () => {
    const one = create({ workerUrl: new URL('../../test/no-such-worker.mjs', import.meta.url) });
    const started = Date.now();
    const outcome = await one.run(request('fine'));
    expect(reason(outcome)[0]).toBe('executionError');
    expect(Date.now() - started).toBeLessThan(1000);
  });
});

describe('cancelling a task', () => {
  test('tells its worker, which lives on', async () => {
    const one = create();
    const waiting = request('waits');
    const run = one.run(waiting);
    setTimeout(() => one.cancel(waiting.run), 50);
    expect(reason(await run)).toEqual(['taskKilled', true, false]);
    expect(reason(await one.run(request('fine')))).toEqual(['ok']);
  });

  test('ends a worker that does not listen', async () => {
    const one = create({ cancelGraceMs: 50 });
    const spinning = request('spins');
    const run = one.run(spinning);
    await eventually(() => one.busy === 1, 'running');
    const started = Date.now();
    one.cancel(spinning.run);
    one.cancel(spinning.run);
    expect(reason(await run)).toEqual(['taskKilled', true, false]);
    expect(Date.now() - started).toBeLessThan(2000);
    expect(reason(await one.run(request('fine')))).toEqual(['ok']);
  });

  test('that waits for a worker takes it off the queue', async () => {
    const one = create();
    const [first, second] = [request('waits'), request('waits')];
    const runs = [one.run(first), one.run(second)];
    one.cancel(second.run);
    expect(reason(await runs[1]!)).toEqual(['taskKilled', true, false]);
    one.cancel(first.run);
    await runs[0];
    one.cancel(12345);
  });
});

test('closing fails what runs and what waits, as killed', async () => {
  const one = create();
  const runs = [one.run(request('spins')), one.run(request('fine'))];
  await one.close();
  expect((await Promise.all(runs)).map(reason)).toEqual([
    ['taskKilled', true, false],
    ['taskKilled', true, false],
  ]);
  expect(reason(await one.run(request('fine')))[0]).toBe('taskKilled');
});
