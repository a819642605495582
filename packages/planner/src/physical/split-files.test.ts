import type { PartitionedFile } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { splitFiles } from './split-files.js';

const file = (name: string, size: number): PartitionedFile => ({
  path: name,
  size,
  lastModifiedNs: 0n,
  partitionValues: [],
});
const shown = (groups: readonly (readonly PartitionedFile[])[]): string[][] =>
  groups.map((group) =>
    group.map((one) => (one.range === undefined ? one.path : `${one.path}:${one.range.start}..${one.range.end}`)),
  );
const options = { targetPartitions: 4, minBytes: 10, splitFiles: true };

test('large files are cut so that every partition has the same bytes', () => {
  expect(shown(splitFiles([file('a', 60), file('b', 20)], options))).toEqual([
    ['a:0..20'],
    ['a:20..40'],
    ['a:40..60'],
    ['b'],
  ]);
});

test('a small file is not cut', () => {
  expect(shown(splitFiles([file('a', 9)], options))).toEqual([['a']]);
});

test('small files are still read side by side', () => {
  expect(shown(splitFiles([file('a', 1), file('b', 2), file('c', 0)], options))).toEqual([['a'], ['b'], ['c']]);
});

test('more files than partitions share them, the largest first', () => {
  expect(shown(splitFiles([file('a', 5), file('b', 1), file('c', 1)], { ...options, targetPartitions: 2 }))).toEqual([
    ['a'],
    ['b', 'c'],
  ]);
});

test('no files are no partition', () => {
  expect(splitFiles([], options)).toEqual([]);
});
