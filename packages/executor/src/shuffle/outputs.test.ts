import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CancelledError,
  Int64,
  InternalError,
  IoError,
  jobId,
  type ShuffleOutput,
  type ShuffleWriteRequest,
  schemaFromArrow,
  Utf8,
} from '@ballista-ts/core';
import { decodeIpcStream, ensureIpcCodecs } from '@ballista-ts/flight';
import { batchOf, type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import type { RecordBatch } from 'apache-arrow';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numbers } from '../../test/plans.js';
import { decodeIndex } from './index-file.js';
import { PassthroughOutput } from './passthrough-output.js';
import { removeTaskFiles } from './remove-task-files.js';
import { SortOutput } from './sort-output.js';

let directory: TempDirectory;
beforeAll(() => ensureIpcCodecs());
beforeEach(async () => {
  directory = await tempDirectory();
});
afterEach(() => directory.close());

const job = jobId('j1');
const schema = numbers(0, 1).schema;
const request = (codec: ShuffleWriteRequest['codec'] = 'none'): ShuffleWriteRequest => ({
  jobId: job,
  stageId: 2,
  taskId: 7,
  schema: schemaFromArrow(schema),
  codec,
});
const never = new AbortController().signal;

const sortOutput = (
  partitionCount: number,
  memoryLimitBytes = 0,
  codec?: ShuffleWriteRequest['codec'],
  signal = never,
) => {
  const spills: number[] = [];
  const options = { partitionCount, memoryLimitBytes, onSpill: (bytes: number) => spills.push(bytes) };
  return { spills, output: new SortOutput(directory.path, request(codec), schema, options, signal) };
};

/** Row ids, and end-of-stream marks; a compressed body may contain the mark's bytes by chance. */
async function rows(bytes: Uint8Array): Promise<{ ids: number[]; streams: number }> {
  const ids: number[] = [];
  for await (const batch of decodeIpcStream([bytes])) for (const row of batch) ids.push(Number(row.id));
  const mark = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]);
  let streams = 0;
  for (let at = bytes.indexOf(255); at >= 0; at = Buffer.from(bytes).indexOf(mark, at + 8)) {
    if (
      Buffer.from(bytes)
        .subarray(at, at + 8)
        .equals(mark)
    )
      streams += 1;
  }
  return { ids, streams };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

async function sortFile(): Promise<{
  offsets: number[];
  segment: (partition: number) => Uint8Array;
  data: Uint8Array;
}> {
  const data = new Uint8Array(await readFile(directory.join('j1/2/7/data.arrow')));
  const offsets = decodeIndex(new Uint8Array(await readFile(directory.join('j1/2/7/data.arrow.index'))), data.length);
  return { offsets, data, segment: (partition) => data.slice(offsets[partition]!, offsets[partition + 1]!) };
}

const files = async (): Promise<string[]> => {
  const entries = await readdir(directory.path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.path.length + 1))
    .sort();
};

describe('the sort layout', () => {
  for (const codec of ['none', 'lz4', 'zstd'] as const) {
    test(`is a header, segments in partition order, and an index (${codec})`, async () => {
      const { output } = sortOutput(3, 0, codec);
      await output.write(2, numbers(0, 10));
      await output.write(0, numbers(10, 20));
      await output.write(2, numbers(20, 21));
      const written = await output.finish();
      expect(written.map((one) => [one.partitionId, one.numRows, one.numBatches, one.fileId, one.layout])).toEqual([
        [0, 10, 1, 7, 'sort'],
        [2, 11, 2, 7, 'sort'],
      ]);
      const { offsets, segment, data } = await sortFile();
      expect(offsets.length).toBe(4);
      expect(offsets[1]).toBe(offsets[2]);
      expect(written.map((one) => one.fileBytes)).toEqual([offsets[1]! - offsets[0]!, offsets[3]! - offsets[2]!]);
      expect(written[0]!.numBytes).toBeGreaterThan(80);
      expect(await rows(data.slice(0, offsets[0]))).toEqual({ ids: [], streams: 1 });
      expect(await rows(segment(0))).toMatchObject({ ids: range(10, 20), ...(codec === 'none' && { streams: 1 }) });
      expect(await rows(segment(2))).toMatchObject({ ids: [...range(0, 10), 20] });
      expect(await files()).toEqual(['j1/2/7/data.arrow', 'j1/2/7/data.arrow.index']);
    });
  }

  test('holds a stream for every spill and one for what was in memory, and the spill files go', async () => {
    const { output, spills } = sortOutput(2, 20_000);
    for (let round = 0; round < 5; round += 1) {
      await output.write(0, numbers(round * 200, round * 200 + 200));
      await output.write(1, numbers(5000 + round * 200, 5000 + round * 200 + 200));
    }
    const written = await output.finish();
    expect(spills.length).toBeGreaterThanOrEqual(2);
    expect(written.map((one) => one.numRows)).toEqual([1000, 1000]);
    const { segment } = await sortFile();
    const first = await rows(segment(0));
    expect(first.ids).toEqual(range(0, 1000));
    expect(first.streams).toBeGreaterThanOrEqual(spills.length);
    expect((await rows(segment(1))).ids).toEqual(range(5000, 6000));
    expect(await files()).toEqual(['j1/2/7/data.arrow', 'j1/2/7/data.arrow.index']);
  });

  test('takes a batch larger than the limit', async () => {
    const { output, spills } = sortOutput(1, 10);
    await output.write(0, numbers(0, 1000));
    expect(spills.length).toBe(1);
    expect((await output.finish())[0]!.numRows).toBe(1000);
  });

  test('without rows has a header and empty segments, and reports nothing', async () => {
    const { output } = sortOutput(2);
    await output.write(0, numbers(0, 0));
    expect(await output.finish()).toEqual([]);
    const { offsets, data } = await sortFile();
    expect(offsets).toEqual([data.length, data.length, data.length]);
  });

  test('does not keep views of memory that its caller may use again', async () => {
    const { output } = sortOutput(1);
    const batch = batchOf({ id: [Int64, [1n, 2n]], name: [Utf8, ['a', 'b']] });
    await output.write(0, batch);
    (batch.data.children[0]!.values as BigInt64Array).fill(99n);
    await output.finish();
    expect((await rows((await sortFile()).segment(0))).ids).toEqual([1, 2]);
  });
});

describe('the passthrough layout', () => {
  test('is a stream file for each partition with rows, named when all are complete', async () => {
    const output = new PassthroughOutput(directory.path, request('lz4'), schema, never);
    await output.write(5, numbers(0, 10));
    await output.write(1, numbers(10, 20));
    await output.write(5, numbers(20, 30));
    await output.write(3, numbers(0, 0));
    expect((await files()).every((name) => name.endsWith('.tmp'))).toBe(true);
    const written = await output.finish();
    expect(await files()).toEqual(['j1/2/1/data-7.arrow', 'j1/2/5/data-7.arrow']);
    expect(written.map((one) => [one.partitionId, one.numRows, one.numBatches, one.layout])).toEqual([
      [1, 10, 1, 'passthrough'],
      [5, 20, 2, 'passthrough'],
    ]);
    const bytes = await readFile(directory.join('j1/2/5/data-7.arrow'));
    expect(bytes.length).toBe(written[1]!.fileBytes);
    expect((await rows(new Uint8Array(bytes))).ids).toEqual([...range(0, 10), ...range(20, 30)]);
  });
});

describe.each([
  ['sort', (signal: AbortSignal) => sortOutput(2, 1000, 'none', signal).output],
  ['passthrough', (signal: AbortSignal) => new PassthroughOutput(directory.path, request(), schema, signal)],
] as [string, (signal: AbortSignal) => ShuffleOutput][])('an output of the %s layout', (_name, create) => {
  test('leaves no file when it is aborted, whenever that is', async () => {
    for (const moment of ['at once', 'while writing', 'after finish']) {
      const output = create(never);
      if (moment !== 'at once') for (let round = 0; round < 3; round += 1) await output.write(1, numbers(0, 500));
      if (moment === 'after finish') await output.finish();
      await output.abort();
      await output.abort();
      expect(await files(), moment).toEqual([]);
      await expect(output.write(0, numbers(0, 1))).rejects.toBeInstanceOf(CancelledError);
    }
  });

  test('refuses to go on when its task is cancelled', async () => {
    const controller = new AbortController();
    const output = create(controller.signal);
    await output.write(0, numbers(0, 1));
    controller.abort();
    await expect(output.write(0, numbers(0, 1))).rejects.toBeInstanceOf(CancelledError);
    await output.abort();
  });

  test('refuses a batch with other columns than the plan says', async () => {
    const output = create(never);
    const other: RecordBatch = batchOf({ id: [Utf8, ['x']], name: [Utf8, ['y']] });
    const run = output.write(0, other);
    await expect(run).rejects.toBeInstanceOf(InternalError);
    await expect(run).rejects.toThrow(/writes \(id: Utf8, name: Utf8\) where its plan says \(id: Int64/);
    await output.abort();
  });

  test('fails with an I/O error when its directory cannot be made', async () => {
    await rm(directory.path, { recursive: true });
    await directory.write('j1', 'a file where a folder should be');
    const output = create(never);
    const run = async (): Promise<void> => {
      await output.write(0, numbers(0, 500));
      await output.finish();
    };
    await expect(run()).rejects.toSatisfy(
      (error) => error instanceof IoError || (error as Error).name === 'NotFoundError',
    );
    await output.abort();
  });
});

test('what a dead worker left behind goes, what other tasks wrote stays', async () => {
  for (const name of [
    'j1/2/7/data.arrow.tmp',
    'j1/2/7/spill-0.arrow',
    'j1/2/7/data-8.arrow',
    'j1/2/3/data-7.arrow.tmp',
    'j1/2/3/data-7.arrow',
    'j1/2/3/data-77.arrow',
    'j1/3/7/data.arrow',
  ]) {
    await directory.write(name, 'x');
  }
  await removeTaskFiles(directory.path, { jobId: job, stageId: 2, taskId: 7 });
  expect(await files()).toEqual(['j1/2/3/data-77.arrow', 'j1/2/7/data-8.arrow', 'j1/3/7/data.arrow']);
  await removeTaskFiles(directory.path, { jobId: job, stageId: 9, taskId: 7 });
  expect(existsSync(directory.path)).toBe(true);
});
