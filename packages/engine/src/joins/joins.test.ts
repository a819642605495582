import {
  type ExecutionPlan,
  type HashJoinExec,
  type JoinType,
  joinOutput,
  joinTypes,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnAt, kv, rowsOfPlan, scanOf, sorted } from '../testing/plans.js';

type Row = readonly [number | null, string | null];
const row = fc.tuple(
  fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
  fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
);
const table = fc.array(row, { maxLength: 12 });

/** The definition of every join type, pair by pair. */
function oracle(
  left: readonly Row[],
  right: readonly Row[],
  type: JoinType,
  matches: (l: Row, r: Row) => boolean,
): Value[][] {
  const out: Value[][] = [];
  const output = joinOutput(type);
  const inner = type === 'inner' || type === 'left' || type === 'right' || type === 'full';
  if (inner) for (const l of left) for (const r of right) if (matches(l, r)) out.push([...l, ...r]);
  for (const l of left) {
    const matched = right.some((r) => matches(l, r));
    if ((type === 'left' || type === 'full') && !matched) out.push([...l, null, null]);
    if (type === 'leftSemi' && matched) out.push([...l]);
    if (type === 'leftAnti' && !matched) out.push([...l]);
    if (type === 'leftMark') out.push([...l, matched]);
  }
  for (const r of right) {
    const matched = left.some((l) => matches(l, r));
    if ((type === 'right' || type === 'full') && !matched) out.push([null, null, ...r]);
    if (type === 'rightSemi' && matched) out.push([...r]);
    if (type === 'rightAnti' && !matched) out.push([...r]);
    if (type === 'rightMark') out.push([...r, matched]);
  }
  expect(output.left || output.right).toBe(true);
  return out;
}

const keysEqual =
  (nulls: 'nullEqualsNothing' | 'nullEqualsNull') =>
  (l: Row, r: Row): boolean =>
    l[0] === null || r[0] === null ? nulls === 'nullEqualsNull' && l[0] === r[0] : l[0] === r[0];

const residual = (l: Row, r: Row): boolean => l[1] !== null && r[1] !== null && l[1] <= r[1];
const filter: NonNullable<HashJoinExec['filter']> = {
  expr: {
    kind: 'BinaryExpr',
    left: { kind: 'Column', name: 'v', index: 0 },
    op: 'LtEq',
    right: { kind: 'Column', name: 'v', index: 1 },
  },
  columns: [
    { side: 'left', index: 1 },
    { side: 'right', index: 1 },
  ],
  schema: { fields: [kv.fields[1]!, kv.fields[1]!] },
};
const on = [{ left: columnAt(kv, 0), right: columnAt(kv, 0) }];
const byKey = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a[0] === b[0] ? 0 : a[0] === null ? 1 : b[0] === null ? -1 : a[0] - b[0]));

describe.each(joinTypes)('%s join', (joinType) => {
  test.each([
    ['hash', false],
    ['hash', true],
    ['sort-merge', false],
    ['sort-merge', true],
  ] as const)('by %s (residual condition: %s) gives what its definition says', async (how, withFilter) => {
    await fc.assert(
      fc.asyncProperty(
        table,
        table,
        fc.constantFrom('nullEqualsNothing', 'nullEqualsNull'),
        async (left, right, nullEquality) => {
          const common = {
            left: scanOf(kv, [how === 'hash' ? left : byKey(left)]),
            right: scanOf(kv, [how === 'hash' ? right : byKey(right)]),
            on,
            joinType,
            nullEquality,
            nullAware: false,
            ...(withFilter && { filter }),
          };
          const plan: ExecutionPlan =
            how === 'hash'
              ? { kind: 'HashJoinExec', partitionMode: 'partitioned', ...common }
              : { kind: 'SortMergeJoinExec', sortOptions: [{ asc: true, nullsFirst: false }], ...common };
          const equal = keysEqual(nullEquality);
          expect(sorted(await rowsOfPlan(plan))).toEqual(
            sorted(oracle(left, right, joinType, (l, r) => equal(l, r) && (!withFilter || residual(l, r)))),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('by nested loops gives what its definition says', async () => {
    await fc.assert(
      fc.asyncProperty(table, table, async (left, right) => {
        const plan: ExecutionPlan = {
          kind: 'NestedLoopJoinExec',
          left: scanOf(kv, [left]),
          right: scanOf(kv, [right]),
          joinType,
          filter,
        };
        expect(sorted(await rowsOfPlan(plan))).toEqual(sorted(oracle(left, right, joinType, residual)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('NOT IN', () => {
  const notIn = async (
    how: 'HashJoinExec' | 'SortMergeJoinExec',
    left: readonly Row[],
    right: readonly Row[],
  ): Promise<Value[][]> => {
    const common = {
      left: scanOf(kv, [byKey(left)]),
      right: scanOf(kv, [byKey(right)]),
      on,
      joinType: 'leftAnti',
      nullEquality: 'nullEqualsNothing',
      nullAware: true,
    } as const;
    return rowsOfPlan(
      how === 'HashJoinExec'
        ? { kind: how, partitionMode: 'collectLeft', ...common }
        : { kind: how, sortOptions: [{ asc: true, nullsFirst: false }], ...common },
    );
  };

  test.each(['HashJoinExec', 'SortMergeJoinExec'] as const)('%s follows three-valued logic', async (how) => {
    await fc.assert(
      fc.asyncProperty(table, table, async (left, right) => {
        const expected = left.filter(
          ([k]) => right.length === 0 || (k !== null && right.every(([r]) => r !== null && r !== k)),
        );
        expect(sorted(await notIn(how, left, right))).toEqual(sorted(expected));
      }),
      { numRuns: 100 },
    );
  });
});

test('a cross join pairs everything with everything, and nothing with nothing', async () => {
  const rows = await rowsOfPlan({
    kind: 'CrossJoinExec',
    left: scanOf(kv, [
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ]),
    right: scanOf(kv, [[[3, 'c']], [[4, null]]]),
  });
  expect(sorted(rows)).toEqual(
    sorted([
      [1, 'a', 3, 'c'],
      [2, 'b', 3, 'c'],
      [1, 'a', 4, null],
      [2, 'b', 4, null],
    ]),
  );
  expect(await rowsOfPlan({ kind: 'CrossJoinExec', left: scanOf(kv, [[]]), right: scanOf(kv, [[[3, 'c']]]) })).toEqual(
    [],
  );
});
