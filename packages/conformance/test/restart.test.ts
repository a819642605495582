import { setTimeout as sleep } from 'node:timers/promises';
import { SessionContext } from '@ballista-ts/client';
import { batchRows, type Value } from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { createTableStatements, generateTpch, queries } from '@ballista-ts/tpch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differenceOf, duckdb, type Oracle, type ProcessCluster, startProcessCluster } from '../src/index.js';

// A real scheduler, really killed, with its event log. TPC-H 9 has enough stages to be caught in the middle of.
const query = queries[9];
const parts = 4;
const tables = ['lineitem', 'orders', 'part', 'partsupp', 'supplier', 'nation'] as const;
let temp: TempDirectory;
let oracle: Oracle;
let cluster: ProcessCluster;

beforeAll(async () => {
  temp = await tempDirectory('restart');
  [oracle, cluster] = await Promise.all([
    duckdb(),
    startProcessCluster({ executors: 2, durable: true }),
    generateTpch({ scale: 0.02, directory: temp.path, parts, tables }),
  ]);
  for (const table of tables) {
    await oracle.run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet('${temp.path}/${table}/*.parquet')`);
  }
}, 60_000);
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  await oracle?.[Symbol.asyncDispose]();
  await temp?.[Symbol.asyncDispose]();
});

interface TaskView {
  readonly id: number;
  readonly status: unknown;
  readonly partition_id: readonly number[];
  readonly start_exec_time: number;
  readonly end_exec_time: number;
}
interface StageView {
  readonly stage_id: string;
  readonly stage_status: string;
  readonly partitions: number;
  readonly tasks: readonly TaskView[];
}

const stagesOf = async (job: string): Promise<readonly StageView[]> =>
  (await cluster.rest<{ stages: StageView[] }>(`/api/job/${job}/stages`)).stages;

/** Names every task that has succeeded, with when it ran: a task that ran again would have another time. */
const finished = (stages: readonly StageView[]): string[] =>
  stages.flatMap(({ stage_id, tasks }) =>
    tasks
      .filter((task) => task.status === 'Successful')
      .map((task) => `stage ${stage_id} task ${task.id}: ${task.start_exec_time} to ${task.end_exec_time}`),
  );

const moments: readonly (readonly [string, (stages: readonly StageView[]) => boolean])[] = [
  ['while its first tasks run', (stages) => stages.some((stage) => stage.tasks.length > 0)],
  ['between finished and running stages', (stages) => successful(stages) >= Math.floor(stages.length / 3)],
  ['late in the job', (stages) => successful(stages) >= Math.floor((2 * stages.length) / 3)],
];
const successful = (stages: readonly StageView[]): number =>
  stages.filter((stage) => stage.stage_status === 'Successful').length;

test.each(moments)(
  'a scheduler that is killed %s goes on where it was, and the open query ends with the right rows',
  async (_when, reached) => {
    await using context = await SessionContext.remote(cluster.address, {
      config: { 'datafusion.execution.target_partitions': 8 },
    });
    for (const statement of createTableStatements(temp.path, { parts, tables })) await context.sql(statement);
    let job: string | undefined;
    let before: string[] | undefined;
    const fault = (async () => {
      for (;;) {
        await sleep(10);
        if (job === undefined) continue;
        const stages = await stagesOf(job);
        if (!reached(stages)) continue;
        before = finished(stages);
        await cluster.restartScheduler();
        return;
      }
    })();
    const frame = await context.sql(query);
    const rows: Value[][] = [];
    const jobs = new Set<string>();
    const onProgress = (event: { readonly jobId: string }): void => {
      job = event.jobId;
      jobs.add(event.jobId);
    };
    for await (const batch of frame.stream({ signal: AbortSignal.timeout(60_000), onProgress })) {
      rows.push(...batchRows(batch));
    }
    expect(before, 'the scheduler was killed before the query ended').toBeDefined();
    await fault;
    const expected = await oracle.query(query);
    const difference = differenceOf({ schema: frame.schema, rows }, expected, { ordered: true });
    expect(difference, cluster.describe()).toBeUndefined();

    // One job, and every partition of it done by one task that ran once: none failed, none was taken back.
    expect([...jobs]).toEqual([job]);
    const after = await stagesOf(job!);
    for (const { stage_id, partitions, tasks } of after) {
      const done = tasks.flatMap((task) => (task.status === 'Successful' ? task.partition_id : []));
      expect(
        done.toSorted((a, b) => a - b),
        `stage ${stage_id}`,
      ).toEqual(Array.from({ length: partitions }, (_, i) => i));
      expect(
        tasks.filter((task) => task.status !== 'Successful'),
        `stage ${stage_id}`,
      ).toEqual([]);
    }
    expect(finished(after)).toEqual(expect.arrayContaining(before!));
    const [executors, listed] = await Promise.all([
      cluster.rest<unknown[]>('/api/executors'),
      cluster.rest<{ job_id: string; status: string }[]>('/api/jobs'),
    ]);
    expect(executors).toHaveLength(2);
    expect(listed.find((one) => one.job_id === job)).toMatchObject({ status: 'Completed' });
  },
  60_000,
);
