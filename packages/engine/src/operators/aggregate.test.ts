import {
  type AggregateExec,
  decimal128,
  type ExecutionPlan,
  Float64,
  field,
  Int32,
  Int64,
  type PhysicalAggregateExpr,
  planSchema,
  schema,
  type Value,
} from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnAt, rowsOfPlan, scanOf, sorted } from '../testing/plans.js';

const columns = schema([field('k', Int32), field('n', Int64), field('f', Float64), field('d', decimal128(10, 2))]);
const registry = createFunctionRegistry();

/** An aggregate over one column (none: `count(*)`), with the fields its signature gives. */
function aggregate(
  name: string,
  column: number | undefined,
  options: { readonly distinct?: boolean; readonly filter?: boolean } = {},
): PhysicalAggregateExpr {
  const signature = registry.aggregate(name)!;
  const distinct = options.distinct ?? false;
  const args = column === undefined ? [] : [columnAt(columns, column)];
  const infos = args.map((arg) => ({ type: columns.fields[arg.index]!.type, nullable: true }));
  const output = signature.returns(infos, { distinct });
  return {
    function: name,
    args,
    distinct,
    ignoreNulls: false,
    orderBy: [],
    name: `${name}_${column ?? 'star'}`,
    field: { name: `${name}_${column ?? 'star'}`, ...output },
    stateFields: signature.stateFields(infos, { distinct, orderByTypes: [] }),
    ...(options.filter && {
      filter: {
        kind: 'BinaryExpr',
        left: columnAt(columns, 0),
        op: 'Gt',
        right: { kind: 'Literal', value: { type: Int32, value: 1 } },
      },
    }),
  };
}

const single = (
  partitions: readonly (readonly Value[][])[],
  aggregates: readonly PhysicalAggregateExpr[],
  keys: readonly number[] = [0],
): AggregateExec => ({
  kind: 'AggregateExec',
  mode: 'single',
  groupBy: { exprs: keys.map((index) => ({ expr: columnAt(columns, index), name: columns.fields[index]!.name })) },
  aggregates,
  inputSchema: columns,
  input: { kind: 'CoalescePartitionsExec', input: scanOf(columns, partitions) },
});

/** The same in two phases over a hash repartition, as the planner makes it. */
function twoPhase(
  partitions: readonly (readonly Value[][])[],
  aggregates: readonly PhysicalAggregateExpr[],
  keys: readonly number[] = [0],
): ExecutionPlan {
  const partial: AggregateExec = {
    ...single(partitions, aggregates, keys),
    mode: 'partial',
    input: scanOf(columns, partitions),
  };
  const partialSchema = planSchema(partial);
  const groups = keys.map((_key, index) => columnAt(partialSchema, index));
  const exchange: ExecutionPlan =
    keys.length === 0
      ? { kind: 'CoalescePartitionsExec', input: partial }
      : {
          kind: 'RepartitionExec',
          partitioning: { kind: 'hash', exprs: groups, partitionCount: 3 },
          preserveOrder: false,
          input: partial,
        };
  return {
    ...partial,
    mode: keys.length === 0 ? 'final' : 'finalPartitioned',
    groupBy: { exprs: groups.map((expr) => ({ expr, name: expr.name })) },
    input: exchange,
  };
}

const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const row = fc.tuple(
  nullable(fc.integer({ min: 0, max: 3 })),
  nullable(fc.bigInt({ min: -5n, max: 5n })),
  nullable(fc.constantFrom(-0, 0, 1.5, -2.25, 1024)),
  nullable(fc.bigInt({ min: -9999n, max: 9999n })),
);
const partitionsArbitrary = fc.array(fc.array(row, { maxLength: 12 }), { minLength: 1, maxLength: 4 });

const everything = [
  aggregate('count', undefined),
  aggregate('count', 1),
  aggregate('sum', 1),
  aggregate('sum', 3),
  aggregate('avg', 2),
  aggregate('avg', 3),
  aggregate('min', 3),
  aggregate('max', 2),
  aggregate('count', 1, { distinct: true }),
  aggregate('sum', 3, { distinct: true }),
  aggregate('sum', 1, { filter: true }),
];

describe('aggregation', () => {
  test.each([[[0]], [[]], [[0, 1]]])(
    'in two phases over partitions equals one phase over all rows, keys %j',
    async (keys) => {
      await fc.assert(
        fc.asyncProperty(partitionsArbitrary, async (partitions) => {
          const one = await rowsOfPlan(single(partitions, everything, keys));
          const two = await rowsOfPlan(twoPhase(partitions, everything, keys));
          expect(sorted(two)).toEqual(sorted(one));
        }),
        { numRuns: 60 },
      );
    },
  );

  test('counts and sums are what a loop over the rows says', async () => {
    await fc.assert(
      fc.asyncProperty(partitionsArbitrary, async (partitions) => {
        const groups = new Map<Value, { count: bigint; sum: bigint | null; distinct: Set<bigint> }>();
        for (const [k, n] of partitions.flat()) {
          const group = groups.get(k) ?? { count: 0n, sum: null, distinct: new Set<bigint>() };
          groups.set(k, group);
          group.count += 1n;
          if (n !== null) {
            group.sum = (group.sum ?? 0n) + n;
            group.distinct.add(n);
          }
        }
        const expected = [...groups].map(([k, { count, sum, distinct }]): Value[] => [
          k,
          count,
          sum,
          BigInt(distinct.size),
        ]);
        const plan = twoPhase(partitions, [
          aggregate('count', undefined),
          aggregate('sum', 1),
          aggregate('count', 1, { distinct: true }),
        ]);
        expect(sorted(await rowsOfPlan(plan))).toEqual(sorted(expected));
      }),
      { numRuns: 60 },
    );
  });

  test('no rows give one row without keys and none with keys', async () => {
    expect(await rowsOfPlan(twoPhase([[], []], [aggregate('count', undefined), aggregate('sum', 1)], []))).toEqual([
      [0n, null],
    ]);
    expect(await rowsOfPlan(twoPhase([[], []], [aggregate('count', undefined)]))).toEqual([]);
  });

  test('-0.0 and 0.0 are one group, NULLs are one group, NaNs are one group', async () => {
    const rows: Value[][] = [-0, 0, Number.NaN, Number.NaN, null, null].map((f) => [null, null, f, null]);
    const counted = await rowsOfPlan(twoPhase([rows.slice(0, 3), rows.slice(3)], [aggregate('count', undefined)], [2]));
    expect(counted.map(([, count]) => count)).toEqual([2n, 2n, 2n]);
  });

  test('grouping sets NULL the keys that a set leaves out and say so in __grouping_id', async () => {
    const rows: Value[][] = [
      [1, 10n, null, null],
      [1, 20n, null, null],
      [2, 10n, null, null],
    ];
    const plan: AggregateExec = {
      ...single([rows], [aggregate('count', undefined)], [0, 1]),
      groupBy: {
        exprs: [0, 1].map((index) => ({ expr: columnAt(columns, index), name: columns.fields[index]!.name })),
        groupingSets: [
          [false, false],
          [false, true],
          [true, true],
        ],
      },
    };
    expect(sorted(await rowsOfPlan(plan))).toEqual(
      sorted([
        [1, 10n, 0, 1n],
        [1, 20n, 0, 1n],
        [2, 10n, 0, 1n],
        [1, null, 1, 2n],
        [2, null, 1, 1n],
        [null, null, 3, 3n],
      ]),
    );
    const empty = { ...plan, input: scanOf(columns, [[]]) };
    expect(await rowsOfPlan(empty)).toEqual([[null, null, 3, 0n]]);
  });

  test('a limit on plain grouping stops early', async () => {
    const rows = Array.from({ length: 50 }, (_v, index): Value[] => [index, null, null, null]);
    expect(await rowsOfPlan({ ...single([rows], []), limit: 4 })).toHaveLength(4);
  });
});
