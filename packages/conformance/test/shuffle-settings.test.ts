import { SessionContext } from '@ballista-ts/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sltSession } from '../src/index.js';

let context: SessionContext;
beforeAll(async () => {
  context = await SessionContext.standalone({ vcores: 2, config: { 'datafusion.execution.target_partitions': 4 } });
  await sltSession(context, 4).run(
    "CREATE TABLE t AS SELECT value AS x, concat('a rather repetitive text ', CAST(value % 10 AS VARCHAR)) AS s FROM generate_series(1, 4000) AS g(value)",
  );
});
afterAll(() => context.close());

/** EXPLAIN ANALYZE of a query that exchanges rows, under one setting. */
async function analyzed(key: string, value: string, options = 'ANALYZE, LEVEL dev'): Promise<string> {
  context.set(key, value);
  try {
    const frame = await context.sql(`EXPLAIN (${options}) SELECT x, s, count(*) FROM t GROUP BY x, s`);
    const [row] = await frame.toArray<{ plan: string }>();
    return row!.plan;
  } finally {
    await context.sql(`RESET ${key}`);
  }
}
/** A number of the operator that reads the exchanged rows. */
const ofReader = (plan: string, metric: string): number =>
  Number(new RegExp(`ShuffleReaderExec.*[\\[ ]${metric}=(\\d+)`).exec(plan)?.[1]);

test('ballista.shuffle.force_remote_read takes rows over the network that lie at hand', async () => {
  const key = 'ballista.shuffle.force_remote_read';
  const [near, far] = [await analyzed(key, 'false'), await analyzed(key, 'true')];
  expect(ofReader(near, 'remote_bytes')).toBe(0);
  expect(ofReader(near, 'local_bytes')).toBeGreaterThan(1000);
  expect(ofReader(far, 'local_bytes')).toBe(0);
  expect(ofReader(far, 'remote_bytes')).toBe(ofReader(near, 'local_bytes'));
});

test('ballista.shuffle.compression.codec decides how large the files are', async () => {
  const bytes = async (codec: string) =>
    ofReader(await analyzed('ballista.shuffle.compression.codec', codec), 'local_bytes');
  const [none, lz4, zstd] = [await bytes('none'), await bytes('lz4'), await bytes('zstd')];
  expect(lz4).toBeLessThan(none * 0.8);
  expect(zstd).toBeLessThan(none * 0.8);
  expect(zstd).not.toBe(lz4);
});

test('ballista.shuffle.sort_based.batch_size decides how many batches the rows come in', async () => {
  const batches = async (rows: string) =>
    ofReader(await analyzed('ballista.shuffle.sort_based.batch_size', rows), 'output_batches');
  expect(await batches('8192')).toBe(16);
  expect(await batches('100')).toBeGreaterThan(40);
});

test('datafusion.explain.analyze_level and datafusion.explain.analyze_categories decide which numbers are shown', async () => {
  const level = (value: string) => analyzed('datafusion.explain.analyze_level', value, 'ANALYZE');
  expect(await level('summary')).not.toContain('fetch_requests');
  expect(await level('dev')).toContain('fetch_requests');
  const rows = await analyzed('datafusion.explain.analyze_categories', 'rows', 'ANALYZE');
  expect(rows).toContain('output_rows');
  expect(rows).not.toContain('elapsed_compute');
  expect(await analyzed('datafusion.explain.analyze_categories', 'timing', 'ANALYZE')).toContain('elapsed_compute');
});
