import {
  absent,
  type ColumnStatistics,
  exact,
  inexact,
  type Statistics,
  unknownColumn,
  type Value,
} from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { compareValues } from './compare-values.js';
import { mergeStatistics } from './merge-statistics.js';

const part = (rows: number, column: Partial<ColumnStatistics>): Statistics => ({
  numRows: exact(rows),
  totalByteSize: exact(rows * 8),
  columns: [{ ...unknownColumn, ...column }],
});
const bounds = (rows: number, min: Value, max: Value, nulls = 0): Statistics =>
  part(rows, { min: exact(min), max: exact(max), nullCount: exact(nulls) });

test('counts add up and bounds widen', () => {
  expect(mergeStatistics([bounds(2, 5n, 9n), bounds(3, -1n, 7n, 1)], 1)).toEqual({
    numRows: exact(5),
    totalByteSize: exact(40),
    columns: [{ ...unknownColumn, min: exact(-1n), max: exact(9n), nullCount: exact(1) }],
  });
});

test('nothing at all is no rows, exactly', () => {
  const none = mergeStatistics([], 2);
  expect(none.numRows).toEqual(exact(0));
  expect(none.columns).toHaveLength(2);
});

test('parts without values take nothing from the bounds of the others', () => {
  const allNull = part(4, { nullCount: exact(4) });
  const empty = part(0, { nullCount: exact(0) });
  for (const order of [
    [allNull, bounds(1, 'b', 'c'), empty],
    [bounds(1, 'b', 'c'), empty, allNull],
  ]) {
    expect(mergeStatistics(order, 1).columns[0]).toMatchObject({ min: exact('b'), max: exact('c') });
  }
});

test('a part whose bounds are unknown makes them unknown', () => {
  expect(mergeStatistics([bounds(1, 1, 2), part(1, { nullCount: exact(0) })], 1).columns[0]).toMatchObject({
    min: absent,
    max: absent,
  });
});

test('one estimate makes the sum an estimate', () => {
  const vague = part(1, { min: inexact('a'), max: exact('z'), nullCount: absent });
  expect(mergeStatistics([bounds(1, 'b', 'c'), vague], 1).columns[0]).toMatchObject({
    min: inexact('a'),
    max: exact('z'),
    nullCount: absent,
  });
});

test('how many distinct values parts have together nobody knows', () => {
  const one = part(1, { distinctCount: exact(1) });
  expect(mergeStatistics([one], 1).columns[0]!.distinctCount).toEqual(exact(1));
  expect(mergeStatistics([one, one], 1).columns[0]!.distinctCount).toEqual(absent);
});

test('strings compare by their UTF-8 bytes, not by UTF-16 units', () => {
  const words = ['', 'Z', 'a', 'ab', 'é', '\ud7ff', '\uffee', '😀'];
  for (const [i, a] of words.entries()) {
    for (const [j, b] of words.entries()) {
      expect(Math.sign(compareValues(a, b)!), `${a} and ${b}`).toBe(Math.sign(i - j));
      expect(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))).toBe(Math.sign(i - j));
    }
  }
  expect(compareValues(new Uint8Array([0x80]), new Uint8Array([0x7f]))).toBe(1);
  expect(compareValues(1, 1n)).toBeUndefined();
  expect(compareValues([1], [2])).toBeUndefined();
});
