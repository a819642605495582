import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BallistaError,
  DecodeError,
  type FetchPartition,
  InvalidArgumentError,
  IoError,
  jobId,
  NotFoundError,
  ShuffleFileKind,
  ShuffleLayout,
} from '@ballista-ts/core';
import { type TempDirectory, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileShuffleStore } from './file-shuffle-store.js';
import { encodeIndex } from './index-file.js';

let directory: TempDirectory;
let store: FileShuffleStore;
beforeAll(async () => {
  directory = await tempDirectory();
  await directory.write('work/j1/1/5/data-7.arrow', 'passthrough bytes');
  await directory.write('work/j1/1/6/data.arrow', 'legacy');
  // K = 3 and partition 1 is empty, as in the golden scenario of the specification.
  await directory.write('work/j1/2/9/data.arrow', 'HHHHaaabb');
  await directory.write('work/j1/2/9/data.arrow.index', encodeIndex([4, 7, 7, 9]));
  await directory.write('secret.arrow', 'secret');
  store = await FileShuffleStore.open(directory.join('work'));
});
afterAll(() => directory.close());

const request = (more: Partial<FetchPartition> & { stageId?: number; partitionId?: number }): FetchPartition => ({
  partition: { jobId: jobId('j1'), stageId: more.stageId ?? 2, partitionId: more.partitionId ?? 0 },
  host: '',
  port: 0,
  fileId: 9,
  layout: ShuffleLayout.Sort,
  fileKind: ShuffleFileKind.Data,
  byteRanges: [],
  ...more,
});

async function read(fetch: FetchPartition): Promise<string> {
  const bytes = await store.open(fetch);
  try {
    const blocks: Uint8Array[] = [];
    for await (const block of bytes.blocks()) blocks.push(block);
    const all = Buffer.concat(blocks);
    expect(bytes.size).toBe(all.length);
    return all.toString('latin1');
  } finally {
    await bytes.close();
  }
}

const ranges = (...pairs: [number, number][]) => ({ byteRanges: pairs.map(([start, end]) => ({ start, end })) });

describe('what a request without ranges addresses', () => {
  test('is the whole file in the passthrough layout, with or without file id', async () => {
    const passthrough = { layout: ShuffleLayout.Passthrough, stageId: 1 };
    expect(await read(request({ ...passthrough, partitionId: 5, fileId: 7 }))).toBe('passthrough bytes');
    const { fileId: _, ...legacy } = request({ ...passthrough, partitionId: 6 });
    expect(await read(legacy)).toBe('legacy');
  });

  test('is the header and the segment in the sort layout; the header alone for an empty partition', async () => {
    expect(await read(request({ partitionId: 0 }))).toBe('HHHHaaa');
    expect(await read(request({ partitionId: 1 }))).toBe('HHHH');
    expect(await read(request({ partitionId: 2 }))).toBe('HHHHbb');
    await expect(read(request({ partitionId: 3 }))).rejects.toThrow('partition 3 of a sort file that has 3');
  });

  test('is the whole index when that is asked for', async () => {
    expect(Buffer.from(await read(request({ fileKind: ShuffleFileKind.Index })), 'latin1')).toEqual(
      Buffer.from(encodeIndex([4, 7, 7, 9])),
    );
  });
});

describe('byte ranges', () => {
  test('come in the order asked for, also double, overlapping and empty', async () => {
    expect(await read(request(ranges([4, 7], [4, 4], [0, 4])))).toBe('aaaHHHH');
    expect(await read(request(ranges([0, 9], [8, 9], [8, 9], [3, 5])))).toBe('HHHHaaabbbbHa');
    expect(await read(request(ranges([9, 9])))).toBe('');
    expect(await read(request({ fileKind: ShuffleFileKind.Index, ...ranges([8, 9]) }))).toBe('\x07');
  });

  test('are absolute in the file, whatever partition is named', async () => {
    expect(await read(request({ partitionId: 2, ...ranges([0, 1]) }))).toBe('H');
  });

  test('outside the file are refused with its size', async () => {
    for (const [start, end] of [
      [0, 10],
      [10, 10],
      [5, 4],
      [-1, 2],
    ] as const) {
      await expect(read(request(ranges([start, end])))).rejects.toThrow(
        `byte range [${start}, ${end}) does not lie in the data file of 9 bytes`,
      );
    }
  });

  test('many and small, over several blocks, arrive whole', async () => {
    const big = Buffer.alloc(20 << 20, 'x');
    big.write('start');
    await directory.write('work/j1/3/1/data.arrow', big);
    const bytes = await store.open(request({ stageId: 3, fileId: 1, ...ranges([0, 5], [0, 20 << 20], [2, 5]) }));
    const sizes: number[] = [];
    let text = '';
    for await (const block of bytes.blocks()) {
      sizes.push(block.byteLength);
      expect(block.byteOffset % 8).toBe(0);
      text += Buffer.from(block).toString('latin1', 0, 10);
    }
    await bytes.close();
    await bytes.close();
    expect(sizes).toEqual([8 << 20, 8 << 20, (4 << 20) + 8]);
    expect(text.startsWith('startstart')).toBe(true);
  });
});

describe('files that are not what they should be', () => {
  test('are missing when there is nothing, or a folder', async () => {
    await expect(read(request({ fileId: 1000 }))).rejects.toBeInstanceOf(NotFoundError);
    await mkdir(directory.join('work/j1/2/11/data.arrow'), { recursive: true });
    await expect(read(request({ fileId: 11 }))).rejects.toBeInstanceOf(BallistaError);
    expect(await store.has(request({ fileId: 11 }))).toBe(false);
    expect(await store.has(request({}))).toBe(true);
  });

  test('are missing when a link leads out of the work directory, be it the file or a folder above it', async () => {
    await mkdir(directory.join('work/j1/2/12'), { recursive: true });
    await symlink(directory.join('secret.arrow'), directory.join('work/j1/2/12/data.arrow'));
    await writeFile(directory.join('work/j1/2/12/data.arrow.index'), encodeIndex([0, 6]));
    await mkdir(directory.join('elsewhere/13'), { recursive: true });
    await writeFile(directory.join('elsewhere/13/data.arrow'), 'secret');
    await symlink(directory.join('elsewhere'), directory.join('work/j1/4'));
    for (const one of [
      request({ fileId: 12, ...ranges([0, 6]) }),
      request({ stageId: 4, fileId: 13, ...ranges([0, 6]) }),
    ]) {
      await expect(read(one)).rejects.toBeInstanceOf(NotFoundError);
      expect(await store.has(one)).toBe(false);
    }
  });

  test('with a link inside the work directory are served', async () => {
    await mkdir(directory.join('work/j1/2/14'), { recursive: true });
    await symlink(directory.join('work/j1/2/9/data.arrow'), directory.join('work/j1/2/14/data.arrow'));
    expect(await read(request({ fileId: 14, ...ranges([4, 6]) }))).toBe('aa');
  });

  test.each([
    ['an odd size', new Uint8Array(9), 'Invalid index file size: 9 (must be multiple of 8)'],
    ['one entry', new Uint8Array(8), 'Index file too small: 1 entries (need at least 2)'],
    ['entries that step back', encodeIndex([4, 3, 9]), /index entry 1 is 3, after 4/],
    ['entries beyond the data', encodeIndex([4, 1000]), /index entry 1 is 1000/],
    ['a negative entry', encodeIndex([-1, 9]), /index entry 0 is -1/],
    ['an end before the data ends', encodeIndex([4, 8]), 'the index ends at 8, its data file at 9'],
  ])('are refused when the index has %s', async (_what, index, message) => {
    await directory.write('work/j1/2/15/data.arrow', 'HHHHaaabb');
    await directory.write('work/j1/2/15/data.arrow.index', index);
    const run = read(request({ fileId: 15 }));
    await expect(run).rejects.toBeInstanceOf(DecodeError);
    await expect(run).rejects.toThrow(message);
  });

  test('that shrink while they are read are an I/O error', async () => {
    const path = await directory.write('work/j1/2/16/data.arrow', Buffer.alloc(10 << 20));
    const bytes = await store.open(request({ fileId: 16, ...ranges([0, 10 << 20]) }));
    await truncate(path, 100);
    const run = async (): Promise<void> => {
      for await (const _ of bytes.blocks());
    };
    await expect(run()).rejects.toBeInstanceOf(IoError);
    await bytes.close();
  });

  test('stay readable through an open handle when the job is removed', async () => {
    const path = await directory.write('work/j1/2/17/data.arrow', 'still here');
    const bytes = await store.open(request({ fileId: 17, ...ranges([0, 10]) }));
    await rm(dirname(path), { recursive: true });
    for await (const block of bytes.blocks()) expect(Buffer.from(block).toString()).toBe('still here');
    await bytes.close();
  });
});

test('ids that are no numbers never become a path', async () => {
  for (const bad of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(store.open(request({ stageId: bad }))).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(store.open(request({ fileId: bad }))).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(store.open(request({ partitionId: bad, layout: ShuffleLayout.Passthrough }))).rejects.toBeInstanceOf(
      InvalidArgumentError,
    );
  }
  const { fileId: _, ...without } = request({});
  await expect(store.open(without)).rejects.toThrow("can't create path for sort shuffle without file_id provided");
  expect(() => jobId('..')).toThrow(InvalidArgumentError);
  expect(() => jobId('%2e%2e')).toThrow(InvalidArgumentError);
  expect(() => jobId(join('a', 'b'))).toThrow(InvalidArgumentError);
});
