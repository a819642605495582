import { BALLISTA_VERSION, SessionConfig } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { Cluster, eventually, logicalQuery } from '../../test/support/cluster.js';
import type { SchedulerOptions } from '../options.js';
import { handleRest } from './rest-handler.js';
import { percentiles } from './stage-views.js';

interface Reply {
  readonly status: number;
  readonly type: unknown;
  readonly text: string;
}

/** Asks the routes of a cluster's scheduler, without a socket. */
function rest(cluster: Cluster, path: string, method = 'GET'): Reply {
  let reply: Reply | undefined;
  let head: { status: number; type: unknown } = { status: 0, type: undefined };
  const handled = handleRest(
    cluster.scheduler.serving.rest!,
    { url: path, method },
    {
      writeHead: (status, headers) => {
        head = { status, type: headers['content-type'] };
      },
      end: (body) => {
        reply = { ...head, text: Buffer.from(body).toString() };
      },
    },
  );
  if (!handled || reply === undefined) throw new Error(`${path} is not a route`);
  return reply;
}
// biome-ignore lint/suspicious/noExplicitAny: the shape of each answer is what the tests are about
const body = (cluster: Cluster, path: string, method = 'GET'): any => JSON.parse(rest(cluster, path, method).text);

async function finished(options: SchedulerOptions = {}) {
  const cluster = new Cluster(options);
  await cluster.start({ name: 'a', vcores: 2 });
  await cluster.start({ name: 'b', vcores: 2 });
  const settings = [{ key: 'ballista.job.name', value: 'nightly' }];
  const statuses = await cluster.run({ settings } as never);
  return { cluster, job: statuses[0]!.jobId };
}

describe('health', () => {
  test('the scheduler is alive, and ready when enough executors are', async () => {
    await using cluster = new Cluster({ minReadyExecutors: 2 });
    expect(rest(cluster, '/healthz')).toMatchObject({ status: 200, text: 'ok' });
    expect(rest(cluster, '/readyz')).toMatchObject({ status: 503, text: 'not ready: 0/2 executors registered\n' });
    await cluster.start({ name: 'a' });
    const b = await cluster.start({ name: 'b' });
    expect(rest(cluster, '/readyz')).toMatchObject({ status: 200, text: 'ready: 2 executors registered\n' });
    await b.heartbeat('terminating');
    expect(rest(cluster, '/readyz')).toMatchObject({ status: 503, text: 'not ready: 1/2 executors registered\n' });
  });
});

describe('the scheduler', () => {
  test('says what it is', async () => {
    await using cluster = new Cluster();
    expect(body(cluster, '/api/version')).toEqual({ version: BALLISTA_VERSION, datafusion_version: '55.0.0' });
    expect(body(cluster, '/api/state')).toEqual({
      started: expect.any(Number),
      version: BALLISTA_VERSION,
      datafusion_version: '55.0.0',
      substrait_support: false,
      keda_support: false,
      prometheus_support: true,
      graphviz_support: false,
      spark_support: false,
      scheduling_policy: 'push-staged',
      enable_embedded_flight_proxy: false,
    });
  });

  test('knows its executors', async () => {
    await using cluster = new Cluster();
    await cluster.start({ name: 'a', vcores: 3 });
    const one = {
      id: 'a',
      host: '127.0.0.1',
      port: 50051,
      grpc_port: 50052,
      status: 'active',
      last_seen: expect.any(Number),
      specification: { vcores: 3 },
      used_vcores: 0,
      metrics: [],
    };
    expect(body(cluster, '/api/executors')).toEqual([one]);
    expect(body(cluster, '/api/executor/a')).toEqual(one);
    expect(body(cluster, '/api/executor/nobody')).toEqual({
      http_code: 404,
      reason: 'Not Found',
      error: 'executor nobody is not registered',
    });
  });

  test('counts what it does, in Prometheus’ format', async () => {
    const { cluster } = await finished();
    await using _ = cluster;
    const { status, type, text } = rest(cluster, '/api/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text.split('\n').filter((line) => line.startsWith('# TYPE'))).toEqual([
      '# TYPE job_exec_time_seconds histogram',
      '# TYPE planning_time_ms histogram',
      '# TYPE job_failed_total counter',
      '# TYPE job_cancelled_total counter',
      '# TYPE job_completed_total counter',
      '# TYPE job_submitted_total counter',
      '# TYPE ballista_scheduler_rejected_by_protocol_version_total counter',
      '# TYPE pending_task_queue_size gauge',
    ]);
    expect(text).toContain('\njob_completed_total 1\n');
    expect(text).toContain('\njob_submitted_total 1\n');
    expect(text).toContain('\njob_exec_time_seconds_bucket{le="+Inf"} 1\n');
    expect(text).toContain('\npending_task_queue_size 0\n');
  });

  test('without a collector has no metrics', async () => {
    const { noMetrics } = await import('../metrics/collector.js');
    await using cluster = new Cluster({ metrics: noMetrics });
    expect(rest(cluster, '/api/metrics')).toMatchObject({ status: 204, text: '' });
    expect(body(cluster, '/api/state').prometheus_support).toBe(false);
  });

  test('counts partitions that wait', async () => {
    await using cluster = new Cluster();
    await cluster.client.executeQuery({ query: logicalQuery() });
    await eventually(() => rest(cluster, '/api/metrics').text.includes('\npending_task_queue_size 4\n'));
  });
});

describe('a job', () => {
  test('is listed with how far it is', async () => {
    const { cluster, job } = await finished();
    await using _ = cluster;
    const [one] = body(cluster, '/api/jobs');
    expect(one).toEqual({
      job_id: job,
      job_name: 'nightly',
      job_status: expect.stringMatching(
        /^Completed\. Produced 2 partitions containing 20 rows\. Elapsed time: \d+ ms\.$/,
      ),
      status: 'Completed',
      num_stages: 2,
      completed_stages: 2,
      percent_complete: 100,
      start_time: expect.any(Number),
      end_time: expect.any(Number),
    });
  });

  test('is described with its plans', async () => {
    const { cluster, job } = await finished();
    await using _ = cluster;
    expect(body(cluster, `/api/job/${job}`)).toMatchObject({ physical_plan: 'the plan', job_name: 'nightly' });
    const { stage_plan } = body(cluster, `/api/job/${job}?plan_format=metrics`);
    expect(stage_plan).toContain('Stage 1 (successful, attempt 0, 4 partitions):\nSortShuffleWriterExec');
    expect(stage_plan).toContain('metrics=[output_rows=0');
    expect(rest(cluster, `/api/job/${job}?plan_format=tree`).status).toBe(501);
    expect(rest(cluster, `/api/job/${job}?plan_format=odd`).status).toBe(400);
  });

  test('shows its settings without secrets', async () => {
    const secret = SessionConfig.withBallista().override('s3.secret_access_key', 'hush');
    const { cluster, job } = await finished({ sessionConfig: () => secret });
    await using _ = cluster;
    expect(body(cluster, `/api/job/${job}/config`)).toEqual({
      's3.secret_access_key': '***',
      'ballista.job.name': 'nightly',
      'datafusion.execution.target_partitions': '8',
    });
  });

  test('shows which executor ran which partitions', async () => {
    const { cluster, job } = await finished();
    await using _ = cluster;
    const { stages } = body(cluster, `/api/job/${job}/stages`);
    expect(stages).toHaveLength(2);
    expect(stages[0]).toMatchObject({ stage_id: '1', stage_status: 'Successful', partitions: 4, output_rows: 0 });
    const tasks = stages[0].tasks as { executor_id: string; partition_id: number[]; status: unknown }[];
    expect(tasks.map((task) => [task.executor_id, task.partition_id, task.status])).toEqual([
      ['a', [0, 1], 'Successful'],
      ['b', [2, 3], 'Successful'],
    ]);
    expect(stages[0].task_duration_percentiles).toEqual({ min: 4, p25: 4, median: 4, p75: 4, max: 4 });
  });

  test('shows how much was read from other executors', async () => {
    await using cluster = new Cluster();
    const a = await cluster.start({ name: 'a' });
    a.metrics = [
      { metrics: [{ value: { kind: 'outputRows', value: 7 } }] },
      {
        metrics: [
          { value: { kind: 'count', name: 'remote_bytes', value: 1000 } },
          { value: { kind: 'count', name: 'local_bytes', value: 10 } },
          { value: { kind: 'outputRows', value: 9 } },
        ],
      },
    ];
    const job = (await cluster.run())[0]!.jobId;
    const [first] = body(cluster, `/api/job/${job}/stages`).stages;
    expect(first).toMatchObject({ remote_bytes: 1000, local_bytes: 10, input_rows: 9, output_rows: 7 });
    expect(first.tasks[0]).toMatchObject({ input_rows: 9, output_rows: 7 });
  });

  test('is cancelled once, and not after its end', async () => {
    const { cluster, job } = await finished();
    await using _ = cluster;
    expect(rest(cluster, `/api/job/${job}`, 'PATCH')).toMatchObject({
      status: 409,
      text: '{"cancelled":false,"reason":"The job is already completed"}',
    });
    const { result } = await cluster.client.executeQuery({
      query: logicalQuery(),
      settings: [{ key: 'ballista.job.name', value: 'second' }],
    });
    const second = result.case === 'success' ? result.value.jobId : '';
    expect(rest(cluster, `/api/job/${second}`, 'PATCH')).toMatchObject({ status: 200, text: '{"cancelled":true}' });
    expect(rest(cluster, `/api/job/${second}`, 'PATCH')).toMatchObject({
      status: 409,
      text: '{"cancelled":false,"reason":"The job has failed"}',
    });
    expect(body(cluster, `/api/job/${second}`)).toMatchObject({ status: 'Failed', job_status: 'Failed: Cancelled' });
  });

  test.each(['/api/job/x', '/api/job/x/config', '/api/job/x/stages', '/api/job/..%2F', '/api/job/%zz'])(
    'that is not there is a 404 (%s)',
    async (path) => {
      await using cluster = new Cluster();
      const { status, type } = rest(cluster, path);
      expect([status, type]).toEqual([404, 'application/json']);
    },
  );

  test('cannot be changed otherwise', async () => {
    await using cluster = new Cluster();
    expect(rest(cluster, '/api/jobs', 'POST').status).toBe(405);
    expect(rest(cluster, '/api/jobs', 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(() => rest(cluster, '/other')).toThrow('not a route');
  });
});

test.each([
  [[7], { min: 7, p25: 7, median: 7, p75: 7, max: 7 }],
  [[4, 1, 3, 2], { min: 1, p25: 2, median: 3, p75: 3, max: 4 }],
])('percentiles of %o', (values, expected) => expect(percentiles(values)).toEqual(expected));
