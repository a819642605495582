import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  batchFromRows,
  dfField,
  emptyDFSchema,
  field,
  Int64,
  jobId,
  type ListingTableSource,
  type LogicalPlan,
  PlanError,
  SessionConfig,
  schema,
  tableReference,
} from '@ballista-ts/core';
import { encodeParquet } from '@ballista-ts/datasource';
import { createPlanner } from '@ballista-ts/planner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJobPlanner } from './job-planner.js';
import { resolveTables } from './resolve-tables.js';

const columns = schema([field('k', Int64, true)]);
const listing = (path: string): ListingTableSource => ({
  kind: 'listing',
  paths: [path],
  format: { kind: 'parquet', options: new Map() },
  fileExtension: '.parquet',
  fileSchema: columns,
  partitionColumns: [],
  fileSortOrder: [],
});
const scanOf = (source: ListingTableSource): LogicalPlan => ({
  kind: 'TableScan',
  tableName: tableReference('t'),
  source,
  filters: [],
});
const exists = (plan: LogicalPlan): LogicalPlan => ({
  kind: 'Filter',
  predicate: { kind: 'Exists', subquery: { plan, outerReferences: [] }, negated: false },
  input: { kind: 'EmptyRelation', produceOneRow: true, schema: emptyDFSchema },
});

describe('resolving tables', () => {
  test('a table that is read several times, also in a subquery, is listed once', async () => {
    const seen: string[] = [];
    const plan: LogicalPlan = {
      kind: 'Union',
      inputs: [scanOf(listing('a')), scanOf(listing('a')), exists(scanOf(listing('b'))), exists(scanOf(listing('a')))],
      schema: { fields: [dfField(columns.fields[0]!)] },
    };
    const resolved = await resolveTables(plan, async (source) => {
      seen.push(source.paths[0]!);
      return { ...source, resolved: { objectStoreUrl: 'file:///', files: [], statistics: {} as never } };
    });
    expect(seen.sort()).toEqual(['a', 'b']);
    const text = JSON.stringify(resolved);
    expect(text.match(/"resolved":/g)).toHaveLength(4);
  });

  test('two tables over the same files that are read in different ways stay two', async () => {
    const other: ListingTableSource = {
      ...listing('a'),
      format: { kind: 'csv', options: new Map([['delimiter', ';']]) },
    };
    const plan: LogicalPlan = {
      kind: 'Union',
      inputs: [scanOf({ ...other, format: { kind: 'csv', options: new Map() } }), scanOf(other)],
      schema: { fields: [dfField(columns.fields[0]!)] },
    };
    let count = 0;
    await resolveTables(plan, async (source) => {
      count += 1;
      return source;
    });
    expect(count).toBe(2);
  });

  test('a plan without files stays the very same', async () => {
    const plan = exists({ kind: 'EmptyRelation', produceOneRow: false, schema: emptyDFSchema });
    expect(await resolveTables(plan, () => Promise.reject(new Error('never')))).toBe(plan);
  });
});

describe('planning', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ballista-scheduler-'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of encodeParquet(columns, [batchFromRows(columns, [[1n], [null]])])) chunks.push(chunk);
    await writeFile(join(directory, 'a.parquet'), Buffer.concat(chunks));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const planner = createJobPlanner({ planner: createPlanner() });
  const plan = (query: LogicalPlan, signal = new AbortController().signal) =>
    planner.plan({
      jobId: jobId('j'),
      query: { kind: 'logical', plan: query },
      config: SessionConfig.withBallista(),
      signal,
    });
  const url = (): string => `${pathToFileURL(directory).href}/`;

  test('lists files here and cuts stages', async () => {
    const { stages, logicalPlan, physicalPlan } = await plan(scanOf(listing(url())));
    expect(stages.map((stage) => [stage.stageId, stage.plan.kind])).toEqual([[1, 'ShuffleWriterExec']]);
    expect(logicalPlan).toContain('TableScan: t');
    expect(physicalPlan).toContain('a.parquet');
  });

  test('answers EXPLAIN with rows of one stage', async () => {
    const explain: LogicalPlan = { kind: 'Explain', verbose: false, format: 'indent', input: scanOf(listing(url())) };
    const { stages } = await plan(explain);
    expect(stages).toHaveLength(1);
    const rows = JSON.stringify(stages[0]?.plan);
    expect(rows).toContain('distributed_plan');
  });

  test('names the file that is missing', async () => {
    await expect(plan(scanOf(listing('file:///nowhere/x.parquet')))).rejects.toThrow(/nowhere\/x\.parquet/);
  });

  test('stops when the job was cancelled', async () => {
    await expect(plan(scanOf(listing(url())), AbortSignal.abort(new PlanError('gone')))).rejects.toThrow();
  });
});
