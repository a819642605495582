import { once } from 'node:events';
import {
  CancelledError,
  ExecutionError,
  NotFoundError,
  PlanError,
  ResourcesExhaustedError,
  SessionConfig,
  UnavailableError,
} from '@ballista-ts/core';
import { decodeLogicalPlan, pairsFromProto } from '@ballista-ts/core/serde';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { SessionContext } from '../src/index.js';
import { failed, fakeScheduler, job, running, says, successful } from './fake-scheduler.js';

const url = 'df://scheduler.example:50050';

describe('a query on a scheduler', () => {
  test('carries the plan, the settings that were set, the session and the headers', async () => {
    let seen: { plan: string; settings: unknown; session: string; header: string | null } | undefined;
    const { transport } = fakeScheduler({
      async *executeQueryPush(params, { requestHeader }) {
        const { value } = params.query as { value: Uint8Array };
        seen = {
          plan: decodeLogicalPlan(value, { functions: createFunctionRegistry() }).kind,
          settings: pairsFromProto(params.settings),
          session: params.sessionId,
          header: `${requestHeader.get('authorization')} ${requestHeader.get('x-trace')}`,
        };
        yield says(successful());
      },
    });
    await using ctx = await SessionContext.remote(url, {
      transport,
      sessionId: 'session-7',
      headers: { authorization: 'Bearer t' },
      config: SessionConfig.withBallista({ 'ballista.job.name': 'nightly' }).withBallistaGrpcMetadata({
        'x-trace': '9',
      }),
    });
    await ctx.sql('SET datafusion.execution.batch_size = 8192');
    expect(await (await ctx.sql('SELECT 1 AS one')).toArray()).toEqual([]);
    expect(seen).toEqual({
      plan: 'Projection',
      settings: [
        { key: 'ballista.job.name', value: 'nightly' },
        { key: 'datafusion.execution.batch_size', value: '8192' },
      ],
      session: 'session-7',
      header: 'Bearer t 9',
    });
  });

  test('is not submitted before its rows are asked for, and keeps the settings of that moment', async () => {
    const names: unknown[] = [];
    const { transport } = fakeScheduler({
      async *executeQueryPush(params) {
        names.push(pairsFromProto(params.settings).map(({ value }) => value));
        yield says(successful());
      },
    });
    await using ctx = await SessionContext.remote(url, { transport, config: { 'ballista.job.name': 'first' } });
    const frame = await ctx.sql('SELECT 1');
    ctx.set('ballista.job.name', 'second');
    expect(names).toEqual([]);
    await frame.collect();
    await (await ctx.sql('SELECT 1')).collect();
    expect(names).toEqual([['first'], ['second']]);
  });

  test('that fails says so with the id of its job, in one error', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(running);
        yield says(failed('Task failed: division by zero\n'));
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    const error = await (await ctx.sql('SELECT 1')).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExecutionError);
    expect((error as Error).message).toBe('Job job-1 failed: Task failed: division by zero');
  });

  test('that is refused fails with the class of the error that the scheduler threw', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        throw new PlanError('this makes no sense');
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    const error = await (await ctx.sql('SELECT 1')).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlanError);
    expect((error as Error).message).toBe('this makes no sense');
  });

  test('of a scheduler that is not there names its address', async () => {
    await using ctx = await SessionContext.remote('df://127.0.0.1:1');
    const error = await (await ctx.sql('SELECT 1')).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).toMatch(/cannot run the query on http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
  });

  test('whose scheduler stops answering does not wait for ever', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(running);
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    await expect((await ctx.sql('SELECT 1')).collect()).rejects.toThrow(
      'the scheduler http://scheduler.example:50050 stopped answering before the query ended',
    );
  });

  test('whose connection is lost on the way says so, with job and address, and not that it was cancelled', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(running);
        throw new ConnectError('http/2 stream closed with error code CANCEL (0x8)', Code.Canceled);
      },
    });
    await using ctx = await SessionContext.remote(url, { transport, reconnectTimeoutMs: 0 });
    const error = await (await ctx.sql('SELECT 1')).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).toBe(
      'cannot run the query (job job-1) on http://scheduler.example:50050: the connection was lost',
    );
  });

  test('whose connection is lost is followed again under the same operation, and ends with the rows of its job', async () => {
    const operations: string[] = [];
    const { transport, cancelled } = fakeScheduler({
      async *executeQueryPush({ operationId }) {
        operations.push(operationId);
        if (operations.length === 2) throw new UnavailableError('the scheduler has not been started');
        yield says(running);
        if (operations.length === 1) throw new ConnectError('read ECONNRESET', Code.Aborted);
        yield says(successful());
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    expect(await (await ctx.sql('SELECT 1')).toArray()).toEqual([]);
    expect(operations.length).toBe(3);
    expect(new Set(operations).size).toBe(1);
    expect(cancelled).toEqual([]);
  });

  test('that is asked for again and again begins anew where the scheduler has forgotten it', async () => {
    const operations: string[] = [];
    let known = true;
    const { transport } = fakeScheduler({
      executeQuery({ operationId }) {
        operations.push(operationId);
        known = true;
        return { operationId, result: { case: 'success', value: { jobId: job, sessionId: 's' } } };
      },
      getJobStatus() {
        if (!known) throw new NotFoundError('job job-1 is not known');
        known = false;
        return says(operations.length === 1 ? running : successful());
      },
    });
    await using ctx = await SessionContext.remote(url, { transport, config: { 'ballista.client.pull': true } });
    expect(await (await ctx.sql('SELECT 1')).toArray()).toEqual([]);
    expect(operations.length).toBe(2);
    expect(new Set(operations).size).toBe(1);
  });

  test('waits for its scheduler as long as it may, then says so', async () => {
    let calls = 0;
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        calls += 1;
        if (calls > 1) throw new ConnectError('connect ECONNREFUSED', Code.Unavailable);
        yield says(running);
        throw new ConnectError('read ECONNRESET', Code.Aborted);
      },
    });
    await using ctx = await SessionContext.remote(url, { transport, reconnectTimeoutMs: 200 });
    const error = await (await ctx.sql('SELECT 1')).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as Error).message).toMatch(
      /^cannot run the query \(job job-1\) on http:\/\/scheduler\.example:50050: the connection to the scheduler was lost and could not be made again within 0\.2 s \(\d+ tries\): connect ECONNREFUSED$/,
    );
    expect(calls).toBeGreaterThan(2);
  });

  test('that waits for its scheduler can be cancelled', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(running);
        throw new ConnectError('read ECONNRESET', Code.Aborted);
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    const signal = AbortSignal.timeout(100);
    await expect((await ctx.sql('SELECT 1')).collect({ signal })).rejects.toThrow(CancelledError);
  });

  test('tells how it comes along', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(running);
        yield says(successful());
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    const events: unknown[] = [];
    await (await ctx.sql('SELECT 1')).collect({ onProgress: (event) => events.push(event) });
    expect(events).toEqual([
      { kind: 'running', jobId: job },
      {
        kind: 'successful',
        jobId: job,
        rows: 0,
        bytes: 0,
        elapsedMs: expect.any(Number),
        schedulingMs: 1,
        executionMs: 1,
      },
    ]);
  });

  test('whose plan is larger than a message may be is not sent', async () => {
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        yield says(successful());
      },
    });
    const text = `SELECT '${'x'.repeat(5_000)}'`;
    await using small = await SessionContext.remote(url, {
      transport,
      config: { 'ballista.client.grpc_max_message_size': 4_096 },
    });
    const error = await (await small.sql(text)).collect().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResourcesExhaustedError);
    expect((error as Error).message).toMatch(/more than ballista\.client\.grpc_max_message_size \(4096\) allows/);
    await using large = await SessionContext.remote(url, { transport });
    expect((await (await large.sql(text)).collect()).numRows).toBe(0);
  });
});

describe('a setting that the scheduler does not take', () => {
  const { transport } = fakeScheduler({
    async *executeQueryPush() {
      yield says(running, ['configuration x is not supported yet']);
      yield says(successful());
    },
  });

  test('is told once a session', async () => {
    const warnings: string[] = [];
    await using ctx = await SessionContext.remote(url, {
      transport,
      onWarning: ({ message }) => warnings.push(message),
    });
    for (let run = 0; run < 3; run += 1) await (await ctx.sql('SELECT 1')).collect();
    expect(warnings).toEqual(['configuration x is not supported yet']);
  });

  test("is one of the process's own warnings by default", async () => {
    await using ctx = await SessionContext.remote(url, { transport });
    const warned = once(process, 'warning');
    await (await ctx.sql('SELECT 1')).collect();
    const [warning] = (await warned) as [Error];
    expect(warning).toMatchObject({ name: 'BallistaWarning', message: 'configuration x is not supported yet' });
  });
});

describe('ballista.client.pull', () => {
  test('asks for the state again and again; without it the scheduler streams it', async () => {
    const calls: string[] = [];
    let asked = 0;
    const { transport } = fakeScheduler({
      async *executeQueryPush() {
        calls.push('push');
        yield says(successful());
      },
      executeQuery: () => {
        calls.push('submit');
        return { result: { case: 'success', value: { jobId: job, sessionId: 's' } }, warnings: ['one'] };
      },
      getJobStatus: () => {
        asked += 1;
        return says(asked < 3 ? running : successful());
      },
    });
    const warnings: string[] = [];
    await using ctx = await SessionContext.remote(url, {
      transport,
      onWarning: ({ message }) => warnings.push(message),
    });
    await (await ctx.sql('SELECT 1')).collect();
    ctx.set('ballista.client.pull', 'true');
    await (await ctx.sql('SELECT 1')).collect();
    expect(calls).toEqual(['push', 'submit']);
    expect(asked).toBe(3);
    expect(warnings).toEqual(['one']);
  });

  test('cancels its job when it is aborted', async () => {
    const { transport, cancelled } = fakeScheduler({
      executeQuery: () => ({ result: { case: 'success', value: { jobId: job, sessionId: 's' } } }),
      getJobStatus: () => says(running),
    });
    await using ctx = await SessionContext.remote(url, { transport, config: { 'ballista.client.pull': true } });
    const stop = new AbortController();
    const frame = await ctx.sql('SELECT 1');
    const run = frame.collect({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(run).rejects.toThrow('the query (job job-1) was cancelled');
    expect(cancelled).toEqual([job]);
  });

  test('gives a call up after ballista.client.grpc_timeout_seconds', async () => {
    const { transport } = fakeScheduler({
      executeQuery: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        return { result: { case: 'success', value: { jobId: job, sessionId: 's' } } };
      },
      getJobStatus: () => says(successful()),
    });
    const run = async (seconds: number) => {
      await using ctx = await SessionContext.remote(url, {
        transport,
        config: { 'ballista.client.pull': true, 'ballista.client.grpc_timeout_seconds': seconds },
      });
      return (await (await ctx.sql('SELECT 1')).collect()).numRows;
    };
    const [short, long] = await Promise.allSettled([run(1), run(20)]);
    expect(short).toMatchObject({ status: 'rejected', reason: { code: 'DEADLINE_EXCEEDED' } });
    expect(long).toEqual({ status: 'fulfilled', value: 0 });
  });
});

describe('a query that nobody wants any more', () => {
  const hanging = () =>
    fakeScheduler({
      async *executeQueryPush(_params, { signal }) {
        yield says(running);
        await once(signal, 'abort');
      },
    });

  test('is cancelled on the cluster when its signal aborts', async () => {
    const { transport, cancelled } = hanging();
    await using ctx = await SessionContext.remote(url, { transport });
    const stop = new AbortController();
    const frame = await ctx.sql('SELECT 1');
    const run = frame.collect({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    const error = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CancelledError);
    expect(error).toMatchObject({ message: 'the query (job job-1) was cancelled', cause: { message: 'enough' } });
    expect(cancelled).toEqual([job]);
  });

  test('is not even submitted when its signal was aborted before', async () => {
    const { transport } = fakeScheduler({
      executeQueryPush: () => {
        throw new Error('submitted');
      },
    });
    await using ctx = await SessionContext.remote(url, { transport });
    const run = (await ctx.sql('SELECT 1')).collect({ signal: AbortSignal.abort() });
    await expect(run).rejects.toThrow('the query was cancelled before it began');
  });

  test('is cancelled when the session is closed, which refuses what comes after', async () => {
    const { transport, cancelled } = hanging();
    const ctx = await SessionContext.remote(url, { transport });
    const frame = await ctx.sql('SELECT 1');
    const started = new Promise<void>((resolve) => {
      void frame.collect({ onProgress: () => resolve() }).catch(() => {});
    });
    await started;
    await ctx.close();
    await ctx.close();
    expect(cancelled).toEqual([job]);
    await expect(ctx.sql('SELECT 1')).rejects.toThrow('this session is closed');
    await expect(frame.collect()).rejects.toThrow('this session is closed');
  });
});

test('settings that there are not are refused before anything is connected', async () => {
  await expect(SessionContext.remote(url, { config: { 'ballista.nope': 1 } as never })).rejects.toThrow(
    'configuration key `nope` does not exist',
  );
  await expect(SessionContext.remote('scheduler:50050')).rejects.toThrow('is not the address of a scheduler');
});
