import { createExecutor, type Executor } from '@ballista-ts/executor';
import { createScheduler, type Scheduler } from '@ballista-ts/scheduler';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionContext } from '../src/index.js';

const host = '127.0.0.1';
let scheduler: Scheduler;
let executor: Executor;
let address: string;

beforeAll(async () => {
  scheduler = createScheduler();
  const { port } = await scheduler.listen({ host, port: 0 });
  address = `http://${host}:${port}`;
  executor = createExecutor({
    port: 0,
    grpcPort: 0,
    healthPort: false,
    schedulerHost: host,
    schedulerPort: port,
    vcores: 2,
  });
  await executor.start();
});
afterAll(async () => {
  await executor.close();
  await scheduler.close();
});

/** Hours of work in little text. */
const endless = `SELECT count(*) AS n FROM generate_series(1, 100000) AS a(x), generate_series(1, 100000) AS b(y) WHERE x * y % 7 = 3`;

async function statusOf(job: string): Promise<string> {
  const response = await fetch(`${address}/api/job/${job}`);
  return ((await response.json()) as { job_status: string }).job_status;
}
async function idle(): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (executor.runningTasks === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

/** Runs the endless query and stops it by `how` when it is seen to run. */
async function stopped(
  how: (stop: AbortController, ctx: SessionContext) => unknown,
): Promise<{ job: string; error: unknown }> {
  const ctx = await SessionContext.remote(address);
  const stop = new AbortController();
  let job = '';
  const frame = await ctx.sql(endless);
  const error = await frame
    .collect({
      signal: stop.signal,
      onProgress: (event) => {
        job = event.jobId;
        setTimeout(() => how(stop, ctx), 100);
      },
    })
    .catch((thrown: unknown) => thrown);
  await ctx.close();
  return { job, error };
}

test('an aborted query ends everywhere: here, at the scheduler, and in the worker threads', async () => {
  const { job, error } = await stopped((stop) => stop.abort(new Error('enough')));
  expect(error).toMatchObject({ code: 'CANCELLED', message: `the query (job ${job}) was cancelled` });
  expect(await statusOf(job)).toMatch(/cancel/i);
  expect(await idle()).toBe(true);
});

test('closing the session does the same', async () => {
  const { job, error } = await stopped((_stop, ctx) => ctx.close());
  expect(error).toMatchObject({ code: 'CANCELLED', cause: { message: 'the session was closed' } });
  expect(await statusOf(job)).toMatch(/cancel/i);
  expect(await idle()).toBe(true);
});

test('leaving the loop after the first batch leaves nothing running', async () => {
  await using ctx = await SessionContext.remote(address);
  let seen = 0;
  for await (const batch of (await ctx.sql('SELECT * FROM generate_series(1, 100000)')).stream()) {
    seen += batch.numRows;
    break;
  }
  expect(seen).toBeGreaterThan(0);
  expect(await idle()).toBe(true);
  expect(await (await ctx.sql('SELECT 1 AS x')).toArray()).toEqual([{ x: 1n }]);
});
