import { InvalidArgumentError, jobId } from '@ballista-ts/core';
import { fromConnectError, toConnectError } from '@ballista-ts/flight';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { anyPlan, Cluster, eventually, fixedPlanner, logicalQuery, twoStages } from '../../test/support/cluster.js';
import { createPrometheusCollector } from '../metrics/prometheus.js';

const failureOf = async (call: Promise<unknown>): Promise<ConnectError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ConnectError) return error;
    throw error;
  }
  throw new Error('the call succeeded');
};
const kinds = (statuses: readonly { readonly status: { readonly kind: string } }[]): string[] =>
  statuses.map((one) => one.status.kind);
const theOnlyJob = (cluster: Cluster) => cluster.scheduler.serving.service.driver.core.jobs()[0]!;

describe('executors', () => {
  test.each([
    [2, 'protocol version mismatch: scheduler=3, executor=2'],
    [0, 'protocol version mismatch: scheduler=3, executor=0'],
    [4, 'protocol version mismatch: scheduler=3, executor=4'],
  ])('of protocol version %i are turned away wherever they knock', async (protocolVersion, text) => {
    const metrics = createPrometheusCollector();
    await using cluster = new Cluster({ metrics });
    const old = cluster.add({ name: 'old', protocolVersion });
    const { client } = cluster;
    const metadata = old.registration();
    const calls = [
      client.registerExecutor({ metadata }),
      client.heartBeatFromExecutor({ executorId: 'old', metadata }),
      client.pollWork({ metadata, numFreeVcores: 1 }),
    ];
    for (const call of calls) {
      const { code, rawMessage } = await failureOf(call);
      expect([code, rawMessage]).toEqual([Code.FailedPrecondition, text]);
    }
    expect(metrics.gather()?.body).toContain('\nballista_scheduler_rejected_by_protocol_version_total 3\n');
    const told = cluster.logger.lines.filter((line) => line.message === 'an executor was rejected');
    expect(told.map((line) => line.level)).toEqual(['info', 'info', 'info']);
    expect(cluster.scheduler.serving.service.driver.core.executors()).toEqual([]);
  });

  test('without metadata get the texts of upstream, and a heartbeat without counts as a rejection', async () => {
    const metrics = createPrometheusCollector();
    await using cluster = new Cluster({ metrics });
    const { client } = cluster;
    for (const call of [client.registerExecutor({}), client.pollWork({})]) {
      const { code, rawMessage } = await failureOf(call);
      expect([code, rawMessage]).toEqual([Code.InvalidArgument, 'Missing metadata in request']);
    }
    const { code, rawMessage } = await failureOf(client.heartBeatFromExecutor({ executorId: 'e' }));
    expect([code, rawMessage]).toEqual([
      Code.FailedPrecondition,
      'heartbeat missing registration metadata; executors must include ExecutorRegistration (see BALLISTA_PROTOCOL_VERSION)',
    ]);
    expect(metrics.gather()?.body).toContain('_rejected_by_protocol_version_total 1\n');
  });

  test('that poll are told that this scheduler pushes', async () => {
    await using cluster = new Cluster();
    const { code, rawMessage } = await failureOf(
      cluster.client.pollWork({ metadata: cluster.add({ name: 'e' }).registration() }),
    );
    expect([code, rawMessage]).toEqual([
      Code.FailedPrecondition,
      'Bad request because poll work is not supported for push-based task scheduling',
    ]);
  });

  test('that cannot be called back are not registered', async () => {
    await using cluster = new Cluster();
    const ghost = cluster.add({ name: 'ghost' });
    cluster.kill(ghost);
    const error = fromConnectError(await failureOf(ghost.register()));
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'cannot call executor ghost back at http://127.0.0.1:50052: nobody listens for ghost',
    });
  });

  test.each([
    [{ vcores: 0 }, 'executor e offers no vcores'],
    [{ grpcPort: 0 }, 'executor e: grpcPort 0 is not a port'],
    [{ port: 70_000 }, 'executor e: port 70000 is not a port'],
  ])('with %o are refused', async (wrong, text) => {
    await using cluster = new Cluster();
    const { code, rawMessage } = await failureOf(cluster.add({ name: 'e', ...wrong }).register());
    expect([code, rawMessage]).toEqual([Code.InvalidArgument, text]);
  });

  test('are registered by a heartbeat that names a stranger, unless it is leaving', async () => {
    await using cluster = new Cluster();
    const { core } = cluster.scheduler.serving.service.driver;
    expect((await cluster.add({ name: 'leaving' }).heartbeat('terminating')).reregister).toBe(false);
    expect(core.aliveExecutors()).toBe(0);
    expect((await cluster.add({ name: 'new' }).heartbeat()).reregister).toBe(false);
    expect(core.aliveExecutors()).toBe(1);
  });

  test('that name themselves in a heartbeat and cannot be reached are lost again', async () => {
    await using cluster = new Cluster();
    const ghost = cluster.add({ name: 'ghost' });
    cluster.kill(ghost);
    await ghost.heartbeat();
    await eventually(() => cluster.scheduler.serving.service.driver.core.executors().length === 0);
  });

  test('cannot send a heartbeat with the metadata of another', async () => {
    await using cluster = new Cluster();
    const metadata = cluster.add({ name: 'a' }).registration();
    const { rawMessage } = await failureOf(cluster.client.heartBeatFromExecutor({ executorId: 'b', metadata }));
    expect(rawMessage).toBe('the heartbeat of executor b carries the metadata of a');
  });

  test('that are not registered have their statuses refused', async () => {
    await using cluster = new Cluster();
    expect((await cluster.client.updateTaskStatus({ executorId: 'ghost', taskStatus: [] })).success).toBe(false);
  });
});

describe('a query', () => {
  test('runs on executors, and each change is pushed until it ends', async () => {
    await using cluster = new Cluster();
    const [a, b] = [await cluster.start({ name: 'a', vcores: 2 }), await cluster.start({ name: 'b', vcores: 2 })];
    const statuses = await cluster.run({ operationId: 'op' });
    expect(kinds(statuses)).toEqual(['running', 'successful']);
    const last = statuses[1]!.status;
    expect(last.kind === 'successful' && last.locations.map((one) => one.partitionId.partitionId)).toEqual([0, 1]);
    expect(a.tasks.length + b.tasks.length).toBe(3);
    expect(a.tasks[0]).toMatchObject({ stageId: 1, vcoresConsumed: 2, globalOutputPartitionIds: [0, 1] });
    // What was only needed in between goes at once.
    await eventually(() => a.removed.length === 1 && b.removed.length === 1);
    expect(a.removed[0]?.removeStageIds).toEqual([1]);
  });

  test('carries its settings to the executors, with the number of partitions that fits the cluster', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', vcores: 4 });
    await cluster.run({ settings: [{ key: 'ballista.job.name', value: 'nightly' }] });
    expect(theOnlyJob(cluster).request.jobName).toBe('nightly');
    expect(a.tasks[0]?.props).toEqual([
      { key: 'ballista.job.name', value: 'nightly' },
      { key: 'datafusion.execution.target_partitions', value: '8' },
    ]);
  });

  test('is told what of its settings was not taken, once', async () => {
    await using cluster = new Cluster();
    await cluster.start({ name: 'a' });
    const warnings: string[][] = [];
    const settings = [{ key: 'ballista.nope', value: '1' }];
    for await (const message of cluster.client.executeQueryPush({ query: logicalQuery(), settings })) {
      warnings.push(message.warnings);
    }
    expect(warnings).toEqual([[expect.stringContaining('configuration key `nope` does not exist')], []]);
    const direct = await cluster.client.executeQuery({ query: logicalQuery(), settings });
    expect(direct.warnings).toHaveLength(1);
  });

  test('with such settings is refused by a strict scheduler', async () => {
    await using cluster = new Cluster({ strictConfig: true });
    const settings = [{ key: 'ballista.nope', value: '1' }];
    const error = await failureOf(cluster.client.executeQuery({ query: logicalQuery(), settings }));
    expect(fromConnectError(error)).toMatchObject({ code: 'CONFIG', message: expect.stringContaining('`nope`') });
    expect(cluster.scheduler.serving.service.driver.core.jobs()).toEqual([]);
  });

  test('submitted twice under one operation is one job, also at the same time', async () => {
    await using cluster = new Cluster();
    const [one, two] = await Promise.all([
      cluster.client.executeQuery({ query: logicalQuery(), operationId: 'op', sessionId: 's' }),
      cluster.client.executeQuery({ query: logicalQuery(), operationId: 'op', sessionId: 's' }),
    ]);
    expect(one.result).toEqual(two.result);
    await cluster.start({ name: 'a' });
    expect(kinds(await cluster.run({ operationId: 'op' })).at(-1)).toBe('successful');
    expect(cluster.scheduler.serving.service.driver.core.jobs()).toHaveLength(1);
    expect((await cluster.run({ operationId: 'op' })).map((one) => one.status.kind)).toEqual(['successful']);
  });

  test('whose client goes away is cancelled, and may be asked for again', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const stop = new AbortController();
    const request = { query: logicalQuery(), operationId: 'op' };
    const gone = (async () => {
      for await (const _ of cluster.client.executeQueryPush(request, { signal: stop.signal })) stop.abort();
    })();
    await expect(gone).rejects.toThrow();
    await eventually(() => a.cancelled.length === 1);
    expect(theOnlyJob(cluster).error).toBe('Cancelled');
    a.behaviour = (task) => a.success(task);
    expect(kinds(await cluster.run(request)).at(-1)).toBe('successful');
  });

  test('that two clients follow goes on when one of them leaves', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const request = { query: logicalQuery(), operationId: 'op' };
    const staying = cluster.run(request);
    const stop = new AbortController();
    const leaving = (async () => {
      for await (const _ of cluster.client.executeQueryPush(request, { signal: stop.signal })) stop.abort();
    })();
    await expect(leaving).rejects.toThrow();
    await eventually(() => a.tasks.length === 1);
    a.behaviour = (task) => a.success(task);
    await a.report(a.tasks[0]!, a.success(a.tasks[0]!));
    expect(kinds(await staying).at(-1)).toBe('successful');
    expect(a.cancelled).toEqual([]);
  });

  test('that cannot be planned has failed, with the text of upstream', async () => {
    const plan = async (): Promise<never> => {
      throw new InvalidArgumentError('no such table', { cause: new Error('disk gone') });
    };
    await using cluster = new Cluster({ jobPlanner: { plan } });
    const [only, ...others] = await cluster.run();
    expect(others).toEqual([]);
    expect(only?.status).toMatchObject({
      kind: 'failed',
      error: `Error planning job ${only?.jobId}: no such table: disk gone`,
    });
  });

  test.each([
    [{ case: undefined }, Code.InvalidArgument, 'the request has no query: give a logical or a physical plan'],
    [{ case: 'logicalPlan', value: new Uint8Array([9, 9, 9]) }, Code.DataLoss, /logical plan|LogicalPlanNode/],
    [{ case: 'substraitPlan', value: new Uint8Array() }, Code.Unimplemented, /Substrait plan is not supported yet/],
  ])('that is none (%o) is refused', async (query, code, text) => {
    await using cluster = new Cluster();
    const error = await failureOf(cluster.client.executeQuery({ query } as never));
    expect(error.code).toBe(code);
    if (typeof text === 'string') expect(error.rawMessage).toBe(text);
    else expect(error.rawMessage).toMatch(text);
  });

  test('can be followed by asking', async () => {
    await using cluster = new Cluster();
    const { result } = await cluster.client.executeQuery({ query: logicalQuery(), sessionId: 'session' });
    if (result.case !== 'success') throw new Error('not accepted');
    const { jobId: job } = result.value;
    expect(result.value.sessionId).toBe('session');
    await eventually(async () => (await cluster.client.getJobStatus({ jobId: job })).status?.status.case === 'running');
    const metrics = await cluster.client.getJobMetrics({ jobId: job });
    expect(metrics.stages.map((stage) => [stage.stageId, stage.operators.map((one) => one.operatorType)])).toEqual([
      [1, ['SortShuffleWriterExec', 'MemoryScanExec']],
      [2, ['ShuffleWriterExec', 'UnresolvedShuffleExec']],
    ]);
    expect((await cluster.client.cancelJob({ jobId: job })).cancelled).toBe(true);
    expect((await cluster.client.cancelJob({ jobId: job })).cancelled).toBe(false);
    expect((await cluster.client.getJobStatus({ jobId: job })).status?.status).toMatchObject({
      case: 'failed',
      value: { error: 'Cancelled' },
    });
  });

  test('that nobody knows is said to be unknown', async () => {
    await using cluster = new Cluster();
    for (const call of [cluster.client.getJobStatus({ jobId: 'x' }), cluster.client.getJobMetrics({ jobId: 'x' })]) {
      const error = await failureOf(call);
      expect([error.code, error.rawMessage]).toEqual([
        Code.NotFound,
        'job x is not known: it never was, or it ended too long ago',
      ]);
    }
    expect((await cluster.client.cancelJob({ jobId: 'x' })).cancelled).toBe(false);
    expect((await failureOf(cluster.client.getJobStatus({ jobId: '../x' }))).code).toBe(Code.InvalidArgument);
  });

  test('has its data removed from every executor on request', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a' });
    await cluster.client.cleanJobData({ jobId: 'x', removeStageIds: [2, 3] });
    await eventually(() => a.removed.length === 1);
    expect(a.removed[0]).toMatchObject({ jobId: 'x', removeStageIds: [2, 3] });
  });

  test('needs no session, but gets the name of one', async () => {
    await using cluster = new Cluster();
    expect((await cluster.client.createUpdateSession({ sessionId: 'mine' })).sessionId).toBe('mine');
    expect((await cluster.client.createUpdateSession({})).sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await cluster.client.removeSession({ sessionId: 'mine' })).success).toBe(true);
  });
});

describe('when an executor fails', () => {
  test('its tasks run elsewhere as soon as its connection breaks', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', vcores: 4, behaviour: () => 'hold' });
    const running = cluster.run();
    await eventually(() => a.tasks.length === 1);
    const b = await cluster.start({ name: 'b' });
    const killedAt = Date.now();
    cluster.kill(a);
    expect(kinds(await running).at(-1)).toBe('successful');
    expect(Date.now() - killedAt).toBeLessThan(5000);
    expect(b.tasks[0]?.globalOutputPartitionIds).toEqual([0, 1]);
    expect(cluster.logger.text()).toContain('its connection was closed, and it does not answer');
  });

  test('a connection that breaks while somebody answers again is no loss', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const running = cluster.run();
    await eventually(() => a.tasks.length === 1);
    cluster.scheduler.serving.service.driver.suspect(a.metadata, 'a test');
    a.behaviour = (task) => a.success(task);
    await a.report(a.tasks[0]!, a.success(a.tasks[0]!));
    expect(kinds(await running).at(-1)).toBe('successful');
  });

  test('and cannot be given tasks, it is lost and another gets them', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', vcores: 8 });
    const b = await cluster.start({ name: 'b', vcores: 4 });
    a.refuse = new ConnectError('shutting down', Code.FailedPrecondition);
    expect(kinds(await cluster.run()).at(-1)).toBe('successful');
    expect(b.tasks.length).toBeGreaterThan(0);
    expect(cluster.logger.text()).toContain('cannot launch tasks at http://127.0.0.1:50052: shutting down');
  });

  test('to understand a task, the job fails and the executor stays', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a' });
    a.refuse = toConnectError(new InvalidArgumentError('unknown node'));
    const last = (await cluster.run()).at(-1)!;
    expect(last.status).toMatchObject({
      kind: 'failed',
      error: `executor a cannot take tasks of job ${last.jobId}: unknown node`,
    });
    expect(cluster.scheduler.serving.service.driver.core.aliveExecutors()).toBe(1);
  });

  test('saying that it stops, it is lost at once', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const running = cluster.run();
    await eventually(() => a.tasks.length === 1);
    await cluster.start({ name: 'b' });
    await cluster.client.executorStopped({ executorId: 'a', reason: 'SIGTERM' });
    expect(kinds(await running).at(-1)).toBe('successful');
  });

  test('a task whose plan is too large to send fails its job, and says how large it is', async () => {
    await using cluster = new Cluster({ maxMessageBytes: 100 });
    await cluster.start({ name: 'a' });
    const last = (await cluster.run()).at(-1)!;
    expect(last.status).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(
        /^the plan of stage \d of job \d+ has \d+ bytes, the largest that can be sent is 90$/,
      ),
    });
  });
});

describe('when something is wrong with us', () => {
  test('a plan that makes no sense fails its job, and the scheduler goes on', async () => {
    await using cluster = new Cluster({ jobPlanner: { plan: async () => ({ stages: [], physicalPlan: '' }) } });
    const [last] = await cluster.run();
    expect(last?.status).toMatchObject({
      kind: 'failed',
      error: `Internal error: job ${last?.jobId} has no stages`,
    });
    expect(cluster.logger.text()).toContain('error an event could not be processed; this is a bug');
    expect((await cluster.run()).at(-1)?.status.kind).toBe('failed');
  });

  test('a hook that throws does not stop the job', async () => {
    const onWorkAvailable = (): void => {
      throw new Error('the hook is broken');
    };
    await using cluster = new Cluster({ onWorkAvailable });
    await cluster.start({ name: 'a' });
    expect(kinds(await cluster.run()).at(-1)).toBe('successful');
    expect(cluster.logger.text()).toContain('the hook is broken');
  });

  test('an executor that our connector cannot reach is lost, not waited for', async () => {
    let calls = 0;
    const cluster = new Cluster({
      connect: () => {
        calls += 1;
        throw new Error('no route');
      },
    });
    await using _ = cluster;
    const a = cluster.add({ name: 'a' });
    await expect(a.register()).rejects.toThrow();
    expect(calls).toBe(1);
    expect(cluster.scheduler.serving.service.driver.core.executors()).toEqual([]);
  });
});

test('work that waits is told to who wants to know', async () => {
  const told: number[] = [];
  await using cluster = new Cluster({ onWorkAvailable: ({ pendingPartitions }) => told.push(pendingPartitions) });
  await cluster.start({ name: 'a' });
  await cluster.run();
  expect(told).toEqual([4, 2]);
});

describe('orders to an executor', () => {
  test('arrive in the order in which they were given', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const { result } = await cluster.client.executeQuery({ query: logicalQuery(anyPlan) });
    if (result.case !== 'success') throw new Error('not accepted');
    await eventually(() => theOnlyJob(cluster).graph !== undefined);
    await cluster.client.cancelJob({ jobId: result.value.jobId });
    await eventually(() => a.calls.length >= 2 && a.removed.length === 1);
    // A task that was cancelled before it left is not launched at all.
    expect(a.calls.join(' ')).toMatch(/^(launch )?cancel remove$/);
  });

  test('travel together while another call is under way', async () => {
    await using cluster = new Cluster({ jobPlanner: fixedPlanner([{ scan: 1 }]) });
    const a = await cluster.start({ name: 'a', vcores: 64 });
    await Promise.all(Array.from({ length: 40 }, () => cluster.run()));
    expect(a.tasks).toHaveLength(40);
    expect(a.calls.filter((call) => call === 'launch').length).toBeLessThan(40);
  });
});

describe('a scheduler that ends', () => {
  test('takes no new queries in and lets running ones end', async () => {
    const cluster = new Cluster({ jobPlanner: fixedPlanner(twoStages) });
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const running = cluster.run();
    await eventually(() => a.tasks.length === 1);
    const ending = cluster.scheduler.shutdown({ graceMs: 10_000 });
    const refused = await failureOf(cluster.client.executeQuery({ query: logicalQuery() }));
    expect([refused.code, refused.rawMessage]).toEqual([Code.Unavailable, 'the scheduler is shutting down']);
    a.behaviour = (task) => a.success(task);
    await a.report(a.tasks[0]!, a.success(a.tasks[0]!));
    expect(kinds(await running).at(-1)).toBe('successful');
    await ending;
  });

  test('cancels what does not end in time', async () => {
    const cluster = new Cluster();
    const a = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    const running = cluster.run();
    await eventually(() => a.tasks.length === 1);
    await cluster.scheduler.shutdown({ graceMs: 20 });
    expect((await running).at(-1)?.status).toMatchObject({ kind: 'failed', error: 'the scheduler is shutting down' });
    expect(a.cancelled).toHaveLength(1);
    await cluster.scheduler.close();
    expect(() => cluster.scheduler.start()).toThrow('cannot be started again');
    await expect(cluster.scheduler.listen()).rejects.toThrow('cannot be started again');
  });

  test('before it has begun takes nothing in', async () => {
    await using cluster = new Cluster();
    const { createScheduler, schedulerServiceRoutes } = await import('../index.js');
    const { createClient, createRouterTransport } = await import('@connectrpc/connect');
    const { SchedulerGrpc } = await import('@ballista-ts/core/proto/ballista');
    await using other = createScheduler();
    const client = createClient(SchedulerGrpc, createRouterTransport(schedulerServiceRoutes(other)));
    const { rawMessage } = await failureOf(client.executeQuery({ query: logicalQuery() }));
    expect(rawMessage).toBe('the scheduler has not been started');
    // Two schedulers in one process have nothing to do with each other.
    expect(other.id).not.toBe(cluster.scheduler.id);
    expect(jobId('x')).toBe('x');
  });
});
