import { createServer as createHttp1 } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { GetJobStatusParamsSchema, SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { jobStatusFromProto } from '@ballista-ts/core/serde';
import { createListener, type Listener } from '@ballista-ts/flight';
import { recordingLogger } from '@ballista-ts/testing';
import { create, toBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { connectNodeAdapter, createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { describe, expect, test } from 'vitest';
import { createScheduler, schedulerHandler } from '../src/index.js';
import { eventually, fixedPlanner, logicalQuery, twoStages } from './support/cluster.js';
import { type Behaviour, FakeExecutor } from './support/fake-executor.js';

const grpcTo = (port: number) => createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}`, acceptCompression: [] });

/** A fake executor behind a real port. */
async function startExecutor(name: string, schedulerPort: number, behaviour?: Behaviour) {
  let executor: FakeExecutor | undefined;
  const listener = await createListener({
    handler: connectNodeAdapter({ routes: (router) => executor?.routes(router), acceptCompression: [] }) as never,
  });
  await listener.close(0);
  // The port is known only now, and the adapter reads its routes at once.
  executor = new FakeExecutor({ name, grpcPort: listener.port, ...(behaviour !== undefined && { behaviour }) });
  const serving = await createListener({
    port: listener.port,
    handler: connectNodeAdapter({ routes: executor.routes, acceptCompression: [] }) as never,
  });
  executor.connect(grpcTo(schedulerPort));
  await executor.register();
  return { executor, kill: () => serving.close(0) };
}

async function run(port: number): Promise<string[]> {
  const client = createClient(SchedulerGrpc, grpcTo(port));
  const kinds: string[] = [];
  for await (const message of client.executeQueryPush({ query: logicalQuery() })) {
    kinds.push(jobStatusFromProto(message.status!).status.kind);
  }
  return kinds;
}

test('a query runs over real sockets, and REST answers on the same port', async () => {
  await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
  const { port } = await scheduler.listen();
  const one = await startExecutor('a', port);
  try {
    expect(await run(port)).toEqual(['running', 'successful']);
    const jobs = (await (await fetch(`http://127.0.0.1:${port}/api/jobs`)).json()) as { status: string }[];
    expect(jobs.map((job) => job.status)).toEqual(['Completed']);
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).text()).toBe('ready: 1 executors registered\n');
    const missing = await fetch(`http://127.0.0.1:${port}/nothing`);
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { http_code: 404, reason: 'Not Found', error: 'there is nothing at /nothing' },
    ]);
  } finally {
    await one.kill();
  }
});

test('an executor whose process dies is noticed by its connection, and its tasks run elsewhere within seconds', async () => {
  const logger = recordingLogger();
  await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages), logger });
  const { port } = await scheduler.listen();
  const a = await startExecutor('a', port, () => 'hold');
  const running = run(port);
  await eventually(() => a.executor.tasks.length === 1);
  const b = await startExecutor('b', port);
  const killedAt = Date.now();
  await a.kill();
  try {
    expect(await running).toEqual(['running', 'successful']);
    expect(Date.now() - killedAt).toBeLessThan(5000);
    expect(logger.text()).toContain('warn executor lost');
  } finally {
    await b.kill();
  }
});

test('an executor that does not say its host is known by the address it calls from', async () => {
  await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
  const { port } = await scheduler.listen();
  const client = createClient(SchedulerGrpc, grpcTo(port));
  const metadata = { ...new FakeExecutor({ name: 'a' }).registration(), host: undefined };
  await client.heartBeatFromExecutor({ executorId: 'a', metadata } as never);
  const executors = (await (await fetch(`http://127.0.0.1:${port}/api/executors`)).json()) as { host: string }[];
  expect(executors[0]?.host).toBe('127.0.0.1');
});

describe('nothing is compressed, which would cost more than it saves', () => {
  test('in what the scheduler answers, whatever the caller accepts', async () => {
    await using scheduler = createScheduler({ jobPlanner: fixedPlanner([{ scan: 100 }]) });
    const { port } = await scheduler.listen();
    const a = await startExecutor('a', port);
    await run(port);
    const [job] = (await (await fetch(`http://127.0.0.1:${port}/api/jobs`)).json()) as { job_id: string }[];
    const message = Buffer.from(
      toBinary(GetJobStatusParamsSchema, create(GetJobStatusParamsSchema, { jobId: job!.job_id })),
    );
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    try {
      const stream = session.request({
        ':method': 'POST',
        ':path': '/ballista.protobuf.SchedulerGrpc/GetJobStatus',
        'content-type': 'application/grpc',
        'grpc-accept-encoding': 'gzip',
        te: 'trailers',
      });
      stream.end(frame);
      const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const answer = Buffer.concat(chunks);
      expect([headers[':status'], headers['grpc-encoding'] ?? 'identity', answer[0]]).toEqual([200, 'identity', 0]);
      expect(answer.length).toBeGreaterThan(2048);
    } finally {
      session.destroy();
      await a.kill();
    }
  });

  test('in what it asks of executors', async () => {
    const seen: (string | undefined)[] = [];
    await using listener = await createListener({
      handler: (request, response) => {
        seen.push(`${request.headers['grpc-encoding']} ${request.headers['grpc-accept-encoding']}`);
        response.statusCode = 404;
        response.end();
      },
    });
    await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
    const { port } = await scheduler.listen();
    const metadata = new FakeExecutor({ name: 'a', grpcPort: listener.port }).registration();
    const registering = createClient(SchedulerGrpc, grpcTo(port)).registerExecutor({ metadata });
    await expect(registering).rejects.toThrow(/cannot call executor a back at http:\/\/127\.0\.0\.1:\d+: HTTP 404/);
    expect(seen).toEqual(['undefined undefined']);
  });
});

describe('inside a server of somebody else', () => {
  const own = (_request: unknown, response: unknown): void => {
    (response as { end(text: string): void }).end('mine');
  };

  test('node:http serves REST, Connect calls and the routes of the app', async () => {
    await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
    scheduler.start();
    const server = createHttp1(schedulerHandler(scheduler, { fallback: own as never }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await (await fetch(`${base}/healthz`)).text()).toBe('ok');
      expect(await (await fetch(`${base}/app`)).text()).toBe('mine');
      const client = createClient(SchedulerGrpc, createConnectTransport({ baseUrl: base, httpVersion: '1.1' }));
      const { result } = await client.executeQuery({ query: logicalQuery() });
      expect(result.case).toBe('success');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('node:http2 serves gRPC, REST and the routes of the app', async () => {
    await using scheduler = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
    scheduler.start();
    const server = createHttp2(schedulerHandler(scheduler, { fallback: own as never }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const a = await startExecutor('a', port);
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const get = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const stream = session.request({ ':path': path });
        let text = '';
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        stream.on('end', () => resolve(text));
      });
    try {
      expect(await run(port)).toEqual(['running', 'successful']);
      expect(await get('/healthz')).toBe('ok');
      expect(await get('/app')).toBe('mine');
    } finally {
      session.destroy();
      await a.kill();
      server.close();
    }
  });

  test('two schedulers keep apart', async () => {
    await using one = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
    await using two = createScheduler({ jobPlanner: fixedPlanner(twoStages) });
    const ports: Listener[] = [await one.listen(), await two.listen()];
    const a = await startExecutor('a', ports[0]!.port);
    const counts = await Promise.all(
      ports.map(
        async ({ port }) => ((await (await fetch(`http://127.0.0.1:${port}/api/executors`)).json()) as []).length,
      ),
    );
    expect(counts).toEqual([1, 0]);
    await a.kill();
  });
});
