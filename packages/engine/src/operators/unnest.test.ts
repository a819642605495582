import {
  field,
  Int32,
  Int64,
  list,
  type Schema,
  schema,
  struct,
  type UnnestExec,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { rowsOfPlan, scanOf } from '../testing/plans.js';

const input = schema([
  field('id', Int32),
  field('a', list(Int64)),
  field('b', list(Utf8)),
  field('s', struct([field('x', Int32), field('y', Utf8)])),
]);
const rows: Value[][] = [
  [1, [10n, 20n], ['p'], [7, 'q']],
  [2, null, ['r', null], null],
  [3, [], null, [8, null]],
];

const unnest = (options: Partial<UnnestExec>, output: Schema): UnnestExec => ({
  kind: 'UnnestExec',
  input: scanOf(input, [rows]),
  schema: output,
  listColumns: [],
  structColumns: [],
  preserveNulls: false,
  ...options,
});

describe('unnest', () => {
  test('gives a row per item and none for an empty or NULL list', async () => {
    const plan = unnest(
      { listColumns: [{ index: 1, depth: 1 }] },
      schema([field('id', Int32), field('a', Int64), input.fields[2]!, input.fields[3]!]),
    );
    expect((await rowsOfPlan(plan)).map((row) => row.slice(0, 2))).toEqual([
      [1, 10n],
      [1, 20n],
    ]);
  });

  test('keeps a row for a NULL list when asked to', async () => {
    const plan = unnest(
      { listColumns: [{ index: 1, depth: 1 }], preserveNulls: true },
      schema([field('id', Int32), field('a', Int64), input.fields[2]!, input.fields[3]!]),
    );
    expect((await rowsOfPlan(plan)).map((row) => row.slice(0, 2))).toEqual([
      [1, 10n],
      [1, 20n],
      [2, null],
    ]);
  });

  test('pads the shorter of two lists', async () => {
    const plan = unnest(
      {
        listColumns: [
          { index: 1, depth: 1 },
          { index: 2, depth: 1 },
        ],
      },
      schema([field('id', Int32), field('a', Int64), field('b', Utf8), input.fields[3]!]),
    );
    expect((await rowsOfPlan(plan)).map((row) => row.slice(0, 3))).toEqual([
      [1, 10n, 'p'],
      [1, 20n, null],
      [2, null, 'r'],
      [2, null, null],
    ]);
  });

  test('makes columns of a struct, NULL ones for a NULL struct', async () => {
    const plan = unnest(
      { structColumns: [3] },
      schema([...input.fields.slice(0, 3), field('x', Int32), field('y', Utf8)]),
    );
    expect((await rowsOfPlan(plan)).map((row) => [row[0], row[3], row[4]])).toEqual([
      [1, 7, 'q'],
      [2, null, null],
      [3, 8, null],
    ]);
  });

  test('flattens several levels at once', async () => {
    const nested = schema([field('l', list(list(Int64)))]);
    const plan: UnnestExec = {
      ...unnest({ listColumns: [{ index: 0, depth: 2 }] }, schema([field('l', Int64)])),
      input: scanOf(nested, [[[[[1n, 2n], null, [3n]]], [null]]]),
    };
    expect(await rowsOfPlan(plan)).toEqual([[1n], [2n], [3n]]);
  });
});
