import type { ExecutionPlan, MemoryScanExec, PhysicalSortExpr, Value } from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runPlan } from '../run-plan.js';
import { columnAt, kv, rowsOfPlan, scanOf, sorted } from '../testing/plans.js';

const row = fc.tuple(
  fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }),
  fc.option(fc.constantFrom('', 'a', 'é', 'ﬀ', '👍'), { nil: null }),
);
const rowsArbitrary = fc.array(row, { maxLength: 20 });
const key = fc.record({ column: fc.constantFrom(0, 1), asc: fc.boolean(), nullsFirst: fc.boolean() });
const keysArbitrary = fc.array(key, { minLength: 1, maxLength: 2 });

type Key = { readonly column: 0 | 1; readonly asc: boolean; readonly nullsFirst: boolean };
const exprsOf = (keys: readonly Key[]): PhysicalSortExpr[] =>
  keys.map(({ column, asc, nullsFirst }) => ({ expr: columnAt(kv, column), asc, nullsFirst }));

/** Compares as the SQL standard says, written without the engine's comparators. */
function before(keys: readonly Key[], a: readonly Value[], b: readonly Value[]): number {
  for (const { column, asc, nullsFirst } of keys) {
    const x = a[column]!;
    const y = b[column]!;
    if (x === y) continue;
    if (x === null || y === null) return (x === null) === nullsFirst ? -1 : 1;
    const order =
      typeof x === 'number' ? x - (y as number) : Buffer.compare(Buffer.from(x as string), Buffer.from(y as string));
    if (order !== 0) return asc ? order : -order;
  }
  return 0;
}
const isSorted = (keys: readonly Key[], rows: readonly (readonly Value[])[]): boolean =>
  rows.every((one, index) => index === 0 || before(keys, rows[index - 1]!, one) <= 0);

describe('sorting', () => {
  test('keeps every row and puts them in order; top-k gives the first ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary,
        keysArbitrary,
        fc.option(fc.nat(25), { nil: undefined }),
        async (rows, keys, fetch) => {
          const input = scanOf(kv, [rows]);
          const all = await rowsOfPlan({ kind: 'SortExec', exprs: exprsOf(keys), preservePartitioning: false, input });
          expect(sorted(all)).toEqual(sorted(rows));
          expect(isSorted(keys, all)).toBe(true);
          const top = await rowsOfPlan({
            kind: 'SortExec',
            exprs: exprsOf(keys),
            preservePartitioning: false,
            input,
            ...(fetch !== undefined && { fetch }),
          });
          expect(top).toEqual(all.slice(0, fetch));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('merging sorted partitions equals sorting all rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rowsArbitrary, { minLength: 1, maxLength: 4 }),
        keysArbitrary,
        fc.option(fc.nat(30), { nil: undefined }),
        async (partitions, keys, fetch) => {
          const sortedPartitions: ExecutionPlan = {
            kind: 'SortExec',
            exprs: exprsOf(keys),
            preservePartitioning: true,
            input: scanOf(kv, partitions),
          };
          const merged = await rowsOfPlan({
            kind: 'SortPreservingMergeExec',
            exprs: exprsOf(keys),
            input: sortedPartitions,
            ...(fetch !== undefined && { fetch }),
          });
          expect(merged).toHaveLength(Math.min(fetch ?? 1000, partitions.flat().length));
          expect(isSorted(keys, merged)).toBe(true);
          if (fetch === undefined) expect(sorted(merged)).toEqual(sorted(partitions.flat()));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('limits', () => {
  const ten = scanOf(kv, [Array.from({ length: 10 }, (_v, index) => [index, null])]);
  const firsts = async (plan: ExecutionPlan): Promise<Value[]> => (await rowsOfPlan(plan)).map((one) => one[0]!);

  test.each([
    [0, 4, [0, 1, 2, 3]],
    [3, 4, [3, 4, 5, 6]],
    [8, 4, [8, 9]],
    [10, 4, []],
    [2, 0, []],
    [7, undefined, [7, 8, 9]],
  ])('skip %i fetch %s', async (skip, fetch, expected) => {
    expect(await firsts({ kind: 'GlobalLimitExec', skip, input: ten, ...(fetch !== undefined && { fetch }) })).toEqual(
      expected,
    );
  });

  test('a local limit counts per partition', async () => {
    expect(
      await firsts({
        kind: 'LocalLimitExec',
        fetch: 1,
        input: scanOf(kv, [
          [
            [1, null],
            [2, null],
          ],
          [],
          [[3, null]],
        ]),
      }),
    ).toEqual([1, 3]);
  });

  test('a satisfied limit does not read on', async () => {
    let pulled = 0;
    const counting: MemoryScanExec = ten;
    for await (const batch of runPlan({ kind: 'GlobalLimitExec', skip: 0, fetch: 2, input: counting }))
      pulled += batch.numRows;
    expect(pulled).toBe(2);
  });
});

describe('unions and coalescing', () => {
  const a = scanOf(kv, [[[1, 'x']], [[2, 'y']]]);
  const b = scanOf(kv, [[], [[3, null]], [[1, 'x']]]);

  test('a union keeps duplicates and counts the partitions of its inputs one after another', async () => {
    expect(await rowsOfPlan({ kind: 'UnionExec', inputs: [a, b] })).toEqual([
      [1, 'x'],
      [2, 'y'],
      [3, null],
      [1, 'x'],
    ]);
  });

  test('coalescing partitions loses nothing', async () => {
    expect(await rowsOfPlan({ kind: 'CoalescePartitionsExec', input: b })).toEqual([
      [3, null],
      [1, 'x'],
    ]);
    expect(await rowsOfPlan({ kind: 'CoalescePartitionsExec', fetch: 1, input: b })).toEqual([[3, null]]);
  });

  test('coalescing batches fills them up to the target', async () => {
    const rows = Array.from({ length: 10 }, (_v, index): Value[] => [index, null]);
    const sizes: number[] = [];
    for await (const batch of runPlan({
      kind: 'CoalesceBatchesExec',
      targetBatchSize: 6,
      input: scanOf(kv, [rows], 2),
    }))
      sizes.push(batch.numRows);
    expect(sizes).toEqual([6, 4]);
  });

  test('a hash repartition loses nothing and keeps equal keys together', async () => {
    const rows = Array.from({ length: 50 }, (_v, index): Value[] => [index % 7, String(index)]);
    const plan: ExecutionPlan = {
      kind: 'RepartitionExec',
      partitioning: { kind: 'hash', exprs: [columnAt(kv, 0)], partitionCount: 4 },
      preserveOrder: false,
      input: scanOf(kv, [rows.slice(0, 30), rows.slice(30)]),
    };
    expect(sorted(await rowsOfPlan(plan))).toEqual(sorted(rows));
  });
});

test('an aborted signal stops a plan', async () => {
  const input = scanOf(kv, [Array.from({ length: 10 }, (_v, index) => [index, null])]);
  const run = rowsOfPlan(
    {
      kind: 'SortExec',
      exprs: exprsOf([{ column: 0, asc: true, nullsFirst: false }]),
      preservePartitioning: false,
      input,
    },
    { signal: AbortSignal.abort() },
  );
  await expect(run).rejects.toThrow('Task cancelled');
});
