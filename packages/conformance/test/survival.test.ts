import { setTimeout as sleep } from 'node:timers/promises';
import { SessionContext } from '@ballista-ts/client';
import { batchRows, type Value } from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { createTableStatements, generateTpch, queries } from '@ballista-ts/tpch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differenceOf, duckdb, type Oracle, type ProcessCluster, startProcessCluster } from '../src/index.js';

// Real processes, real kills. TPC-H 9 has enough stages to be caught in the middle of.
const query = queries[9];
const parts = 4;
/** The release runs every moment; the everyday tests the one that costs most to get right. */
const long = process.env['BALLISTA_LONG'] === '1';
let temp: TempDirectory;
let oracle: Oracle;

beforeAll(async () => {
  temp = await tempDirectory('survival');
  const tables = ['lineitem', 'orders', 'part', 'partsupp', 'supplier', 'nation'] as const;
  await generateTpch({ scale: 0.02, directory: temp.path, parts, tables });
  oracle = await duckdb();
  for (const table of tables) {
    await oracle.run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet('${temp.path}/${table}/*.parquet')`);
  }
}, 60_000);
afterAll(async () => {
  await oracle?.[Symbol.asyncDispose]();
  await temp?.[Symbol.asyncDispose]();
});

interface StageView {
  readonly stage_status: string;
  readonly tasks: readonly { readonly executor_id: string; readonly status: unknown }[];
}

/** Runs the query and calls `fault` once the job has come as far as `reached` says. */
async function runWithFault(
  cluster: ProcessCluster,
  reached: (stages: readonly StageView[]) => boolean,
  fault: (stages: readonly StageView[]) => Promise<void>,
): Promise<{ readonly difference: string | undefined; readonly job: string }> {
  await using context = await SessionContext.remote(cluster.address, {
    config: { 'datafusion.execution.target_partitions': 8 },
  });
  for (const statement of createTableStatements(temp.path, {
    parts,
    tables: ['lineitem', 'orders', 'part', 'partsupp', 'supplier', 'nation'],
  })) {
    await context.sql(statement);
  }
  let job: string | undefined;
  let fired = false;
  const watch = (async () => {
    for (;;) {
      await sleep(20);
      if (job === undefined) continue;
      const { stages } = await cluster.rest<{ stages: StageView[] }>(`/api/job/${job}/stages`);
      if (!reached(stages)) continue;
      await fault(stages);
      fired = true;
      return;
    }
  })();
  const frame = await context.sql(query);
  const rows: Value[][] = [];
  const signal = AbortSignal.timeout(60_000);
  for await (const batch of frame.stream({ signal, onProgress: (event) => (job = event.jobId) }))
    rows.push(...batchRows(batch));
  await Promise.race([watch, sleep(1000)]);
  expect(fired, 'the fault fired before the query ended').toBe(true);
  const expected = await oracle.query(query);
  return { difference: differenceOf({ schema: frame.schema, rows }, expected, { ordered: true }), job: job ?? '' };
}

const successful = (stages: readonly StageView[]): number =>
  stages.filter((stage) => stage.stage_status === 'Successful').length;
const running = (stages: readonly StageView[], executor: string): boolean =>
  stages.some((stage) => stage.tasks.some((task) => task.executor_id === executor && task.status === 'Running'));

const moments: readonly (readonly [when: string, reached: (stages: readonly StageView[]) => boolean])[] = [
  ['while its first tasks run', (stages: readonly StageView[]) => stages.some((stage) => stage.tasks.length > 0)],
  ['when it holds the output of a finished stage', (stages: readonly StageView[]) => successful(stages) >= 1],
  ['late in the job', (stages: readonly StageView[]) => successful(stages) >= Math.floor(stages.length / 2)],
];

describe('killing an executor with SIGKILL', () => {
  test.each(long ? moments : moments.slice(1, 2))(
    '%s costs some tasks and changes no answer',
    async (_when, reached) => {
      await using cluster = await startProcessCluster({ executors: 3 });
      let killed = 0;
      const { difference, job } = await runWithFault(cluster, reached, async () => {
        cluster.executors[0]!.signal('SIGKILL');
        await cluster.executors[0]!.exited;
        killed = performance.now();
      });
      // Lost work is noticed by the closed connection, not by 180 s of missing heartbeats.
      expect(performance.now() - killed).toBeLessThan(30_000);
      expect(difference, cluster.describe()).toBeUndefined();
      const executors = await cluster.rest<unknown[]>('/api/executors');
      expect(executors).toHaveLength(2);
      const { stages } = await cluster.rest<{ stages: StageView[] }>(`/api/job/${job}/stages`);
      expect(successful(stages)).toBe(stages.length);
    },
    90_000,
  );
});

test.runIf(long)(
  'an executor that is frozen and thawed again changes no answer',
  async () => {
    await using cluster = await startProcessCluster({ executors: 2 });
    const { difference } = await runWithFault(
      cluster,
      (stages) => successful(stages) >= 1,
      async () => {
        cluster.executors[1]!.signal('SIGSTOP');
        await sleep(1_500);
        cluster.executors[1]!.signal('SIGCONT');
      },
    );
    expect(difference, cluster.describe()).toBeUndefined();
  },
  90_000,
);

test('a query that waits for executors runs as soon as one registers', async () => {
  await using cluster = await startProcessCluster({ executors: 0 });
  await using context = await SessionContext.remote(cluster.address);
  const answer = (await context.sql('SELECT sum(x) AS s FROM (VALUES (1), (2), (3)) AS t(x)')).toArray();
  await sleep(300);
  await using executor = await cluster.startExecutor();
  expect(executor.pid).toBeGreaterThan(0);
  expect(await answer).toEqual([{ s: 6n }]);
}, 60_000);

test('aborting a query frees every vcore and leaves no file of it', async () => {
  await using cluster = await startProcessCluster({ executors: 2 });
  await using context = await SessionContext.remote(cluster.address, {
    config: { 'datafusion.execution.target_partitions': 8 },
  });
  for (const statement of createTableStatements(temp.path, {
    parts,
    tables: ['lineitem', 'orders', 'part', 'partsupp', 'supplier', 'nation'],
  })) {
    await context.sql(statement);
  }
  const abort = new AbortController();
  let job: string | undefined;
  const frame = await context.sql(query);
  const run = frame.collect({ signal: abort.signal, onProgress: (event) => (job = event.jobId) });
  run.catch(() => {});
  for (let busy = false; !busy; ) {
    await sleep(20);
    if (job === undefined) continue;
    const { stages } = await cluster.rest<{ stages: StageView[] }>(`/api/job/${job}/stages`);
    busy = successful(stages) >= 1;
  }
  abort.abort();
  await expect(run).rejects.toThrow(/cancel/i);
  await expect
    .poll(
      async () => {
        const { stages } = await cluster.rest<{ stages: StageView[] }>(`/api/job/${job}/stages`);
        const executors = await cluster.rest<{ id: string; used_vcores: number }[]>('/api/executors');
        return {
          running: executors.filter(({ id }) => running(stages, id)).length,
          busy: executors.filter((one) => one.used_vcores > 0).length,
          files: await cluster.filesOfJob(job ?? ''),
        };
      },
      { timeout: 5_000, interval: 100 },
    )
    .toEqual({ running: 0, busy: 0, files: [] });
}, 60_000);
