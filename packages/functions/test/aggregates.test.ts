import {
  type AggregateFunctionSignature,
  type ArgumentInfo,
  batchFromRows,
  batchRows,
  type DataType,
  decimal128,
  duration,
  Float32,
  Float64,
  field,
  Int8,
  Int16,
  Int32,
  Int64,
  interval,
  LargeUtf8,
  list,
  schema,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AggregateCall, AggregateOrderKey } from '../src/definition/aggregate.js';
import { createQueryContext } from '../src/definition/query-context.js';
import { createFunctionRegistry } from '../src/registry.js';

const registry = createFunctionRegistry();

interface Options {
  readonly distinct?: boolean;
  readonly ignoreNulls?: boolean;
  readonly orderBy?: readonly AggregateOrderKey[];
  /** Values of arguments that are literals. */
  readonly constants?: readonly (Value | undefined)[];
}

function prepare(name: string, types: readonly DataType[], options: Options) {
  const definition = registry.aggregateImplementation(name)!;
  const given = types.map(
    (type, index): ArgumentInfo => ({
      type,
      nullable: true,
      ...(options.constants?.[index] === undefined ? {} : { constant: options.constants[index] }),
    }),
  );
  const coerced = definition.coerce(given);
  const args = given.map((one, index) => ({ ...one, type: coerced[index]! }));
  const distinct = options.distinct ?? false;
  const { type } = definition.returns(args, { distinct });
  const call: AggregateCall = {
    args,
    returnType: type,
    distinct,
    ignoreNulls: options.ignoreNulls ?? false,
    orderBy: options.orderBy ?? [],
    query: createQueryContext(),
  };
  const stateFields = (definition as AggregateFunctionSignature).stateFields(args, {
    distinct,
    orderByTypes: call.orderBy.map((key) => key.type),
  });
  return { definition, call, stateFields };
}

/**
 * The result over the rows, folded in one accumulator; and the check that folding in two and merging their states, sent through
 * Arrow as between executors, gives the same.
 */
function fold(
  name: string,
  types: readonly DataType[],
  rows: readonly (readonly Value[])[],
  options: Options = {},
): Value {
  const { definition, call, stateFields } = prepare(name, types, options);
  const one = definition.createAccumulator(call);
  for (const row of rows) one.update(row);
  const whole = one.value();
  for (const cut of [0, rows.length >> 1, rows.length]) {
    const parts = [rows.slice(0, cut), rows.slice(cut)].map((part) => {
      const accumulator = definition.createAccumulator(call);
      for (const row of part) accumulator.update(row);
      return accumulator.state();
    });
    const sent = batchRows(batchFromRows(schema(stateFields), parts));
    const merged = definition.createAccumulator(call);
    for (const state of sent) merged.merge(state);
    const value = merged.value();
    if (typeof whole === 'number' && typeof value === 'number' && Number.isFinite(whole))
      expect(value).toBeCloseTo(whole, 9);
    else expect(value).toEqual(whole);
  }
  return whole;
}
const column = (...values: Value[]): Value[][] => values.map((value) => [value]);

describe('count', () => {
  it('counts rows, or rows without NULL, and is 0 for none', () => {
    expect(fold('count', [], [[], []])).toBe(2n);
    expect(fold('count', [Int64], column(1n, null, 3n))).toBe(2n);
    expect(
      fold(
        'count',
        [Int64, Utf8],
        [
          [1n, 'a'],
          [1n, null],
          [null, 'a'],
        ],
      ),
    ).toBe(1n);
    expect(fold('count', [Int64], [])).toBe(0n);
  });
  it('counts distinct values as GROUP BY tells them apart', () => {
    expect(fold('count', [Float64], column(0, -0, Number.NaN, Number.NaN, null), { distinct: true })).toBe(2n);
    expect(
      fold(
        'count',
        [Int64, Int64],
        [
          [1n, 2n],
          [1n, 2n],
          [2n, 1n],
        ],
        { distinct: true },
      ),
    ).toBe(2n);
  });
  it('does not take the keys of an ORDER BY for arguments', () => {
    expect(fold('count', [Int64], [[1n, null]], { orderBy: [{ type: Int64, asc: true, nullsFirst: false }] })).toBe(1n);
  });
});

describe('sum and avg', () => {
  it('sum of integers is 64 bits wide and wraps', () => {
    expect(fold('sum', [Int32], column(2_000_000_000n, 2_000_000_000n))).toBe(4_000_000_000n);
    expect(fold('sum', [Int64], column(2n ** 63n - 1n, 1n))).toBe(-(2n ** 63n));
    expect(prepare('sum', [Int8], {}).call.returnType).toEqual(Int64);
    expect(prepare('sum', [{ kind: 'UInt8' }], {}).call.returnType).toEqual(UInt64);
  });
  it('sum of decimals has ten more digits, and more than those is an error', () => {
    expect(prepare('sum', [decimal128(15, 2)], {}).call.returnType).toEqual(decimal128(25, 2));
    expect(fold('sum', [decimal128(15, 2)], column(150n, 250n, null))).toBe(400n);
    expect(() => fold('sum', [decimal128(38, 0)], column(10n ** 38n - 1n, 1n))).toThrow(/too large to store/);
  });
  it('sum is NULL for no values, and adds durations and intervals', () => {
    expect(fold('sum', [Float64], column(null, null))).toBeNull();
    expect(fold('sum', [duration('second')], column(1n, 2n))).toBe(3n);
    expect(
      fold(
        'sum',
        [interval('monthDayNano')],
        column({ months: 1, days: 2, nanos: 3n }, { months: 1, days: 0, nanos: 1n }),
      ),
    ).toEqual({ months: 2, days: 2, nanos: 4n });
  });
  it('sum takes back what left a sliding window, except for floats, where that would not be exact', () => {
    const integers = prepare('sum', [Int64], {});
    const accumulator = integers.definition.createAccumulator(integers.call);
    accumulator.update([5n]);
    accumulator.update([7n]);
    accumulator.retract?.([5n]);
    expect(accumulator.value()).toBe(7n);
    accumulator.retract?.([7n]);
    expect(accumulator.value()).toBeNull();
    const floats = prepare('sum', [Float64], {});
    expect(floats.definition.createAccumulator(floats.call).retract).toBeUndefined();
  });
  it('avg of decimals has four more digits and cuts the rest off', () => {
    expect(prepare('avg', [decimal128(15, 2)], {}).call.returnType).toEqual(decimal128(19, 6));
    expect(fold('avg', [decimal128(15, 2)], column(100n, 100n, 0n))).toBe(666_666n);
    expect(fold('avg', [Int64], column(1, 2, null))).toBe(1.5);
    expect(fold('avg', [Float64], [])).toBeNull();
    expect(fold('avg', [duration('second')], column(1n, 4n))).toBe(2n);
  });
  it('sum and avg refuse what they cannot add', () => {
    expect(() => prepare('sum', [Utf8, Utf8], {})).toThrow(/does not take/);
    expect(() => prepare('sum', [list(Int64)], {})).toThrow(/sum\(number, duration or interval\)/);
  });
  it('DISTINCT adds each value once', () => {
    expect(fold('sum', [Int64], column(1n, 1n, 2n, null), { distinct: true })).toBe(3n);
    expect(fold('avg', [Float64], column(1, 1, 4), { distinct: true })).toBe(2.5);
  });
});

describe('min and max', () => {
  it('go by the order of the type', () => {
    expect(fold('min', [Float64], column(Number.NaN, 1, null))).toBe(1);
    expect(fold('max', [Float64], column(Number.NaN, 1, null))).toBeNaN();
    expect(fold('max', [Utf8], column('～', '😀'))).toBe('😀');
    expect(fold('min', [Int64], column(null))).toBeNull();
    expect(fold('max', [list(Int64)], column([1n], [1n, 0n]))).toEqual([1n, 0n]);
  });
});

describe('first_value, last_value and nth_value', () => {
  const byKey: Options = { orderBy: [{ type: Int64, asc: true, nullsFirst: false }] };
  const rows = [
    ['b', 2n],
    ['a', 1n],
    [null, 0n],
    ['c', 3n],
  ];
  it('take the end of the given order, NULLs included unless ignored', () => {
    expect(fold('first_value', [Utf8], rows, byKey)).toBeNull();
    expect(fold('first_value', [Utf8], rows, { ...byKey, ignoreNulls: true })).toBe('a');
    expect(fold('last_value', [Utf8], rows, byKey)).toBe('c');
    expect(
      fold(
        'nth_value',
        [Utf8, Int64],
        rows.map(([value, key]) => [value!, 2n, key!]),
        { ...byKey, constants: [undefined, 2n] },
      ),
    ).toBe('a');
    expect(
      fold(
        'nth_value',
        [Utf8, Int64],
        rows.map(([value, key]) => [value ?? null, -1n, key!]),
        { ...byKey, constants: [undefined, -1n] },
      ),
    ).toBe('c');
  });
  it('take the first of equals, and the last of equals', () => {
    const ties = [
      ['x', 1n],
      ['y', 1n],
    ];
    expect(fold('first_value', [Utf8], ties, byKey)).toBe('x');
    expect(fold('last_value', [Utf8], ties, byKey)).toBe('y');
  });
  it('are NULL for no rows', () => {
    expect(fold('first_value', [Utf8], [])).toBeNull();
    expect(fold('any_value', [Utf8], column(null, 'x', 'y'))).toBe('x');
  });
});

describe('array_agg and string_agg', () => {
  const descending: Options = { orderBy: [{ type: Int64, asc: false, nullsFirst: false }] };
  it('collect in the given order', () => {
    expect(
      fold(
        'array_agg',
        [Utf8],
        [
          ['a', 1n],
          [null, 3n],
          ['b', 2n],
        ],
        descending,
      ),
    ).toEqual([null, 'b', 'a']);
    expect(fold('array_agg', [Int64], column(1n, null), { ignoreNulls: true })).toEqual([1n]);
    expect(fold('array_agg', [Int64], [])).toBeNull();
    expect(
      fold(
        'string_agg',
        [Utf8, Utf8],
        [
          ['a', ',', 1n],
          [null, ',', 3n],
          ['b', ',', 2n],
        ],
        { ...descending, constants: [undefined, ','] },
      ),
    ).toBe('b,a');
    expect(prepare('string_agg', [Utf8, Utf8], { constants: [undefined, ','] }).call.returnType).toEqual(LargeUtf8);
  });
  it('collect each value once with DISTINCT', () => {
    expect(fold('array_agg', [Int64], column(2n, 1n, 2n), { distinct: true })).toEqual([2n, 1n]);
    expect(
      fold(
        'array_agg',
        [Int64],
        [
          [2n, 2n],
          [1n, 1n],
          [2n, 2n],
        ],
        { distinct: true, orderBy: [{ type: Int64, asc: true, nullsFirst: false }] },
      ),
    ).toEqual([1n, 2n]);
    expect(
      fold(
        'string_agg',
        [Utf8, Utf8],
        [
          ['a', '-'],
          ['b', '-'],
          ['a', '-'],
        ],
        { distinct: true, constants: [undefined, '-'] },
      ),
    ).toBe('a-b');
  });
  it('string_agg wants a literal between the texts', () => {
    const { definition, call } = prepare('string_agg', [Utf8, Utf8], {});
    expect(() => definition.createAccumulator(call)).toThrow(/literal/);
  });
});

describe('logic and bits', () => {
  it('bool_and and bool_or skip NULLs', () => {
    expect(fold('bool_and', [{ kind: 'Boolean' }], column(true, null))).toBe(true);
    expect(fold('bool_and', [{ kind: 'Boolean' }], column(true, false))).toBe(false);
    expect(fold('bool_or', [{ kind: 'Boolean' }], column(false, null))).toBe(false);
    expect(fold('bool_or', [{ kind: 'Boolean' }], column(null))).toBeNull();
  });
  it('bit_and, bit_or and bit_xor keep the type', () => {
    expect(fold('bit_and', [Int32], column(12, 10))).toBe(8);
    expect(fold('bit_or', [Int64], column(12n, 3n))).toBe(15n);
    expect(fold('bit_xor', [Int16], column(5, 5, 5))).toBe(5);
    expect(fold('bit_xor', [Int16], column(5, 5, 5, 1), { distinct: true })).toBe(4);
  });
});

describe('statistics', () => {
  it('variances and deviations, NULL where there is nothing to divide by', () => {
    const values = column(2, 4, 4, 4, 5, 5, 7, 9, null);
    expect(fold('var_pop', [Float64], values)).toBeCloseTo(4, 12);
    expect(fold('stddev_pop', [Float64], values)).toBeCloseTo(2, 12);
    expect(fold('var', [Float64], values)).toBeCloseTo(32 / 7, 12);
    expect(fold('stddev_samp', [Float64], values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(fold('var_samp', [Float64], column(1))).toBeNull();
    expect(fold('var_pop', [Float64], column(1))).toBe(0);
    expect(fold('var_pop', [Float64], [])).toBeNull();
  });
  it('a large mean does not drown a small variance', () => {
    expect(fold('var_pop', [Float64], column(1e9 + 1, 1e9 + 2, 1e9 + 3))).toBeCloseTo(2 / 3, 9);
  });
  it('pairs: the dependent variable comes first, pairs with a NULL do not count', () => {
    const pairs = [
      [3, 1],
      [5, 2],
      [7, 3],
      [null, 4],
      [9, null],
    ];
    expect(fold('regr_slope', [Float64, Float64], pairs)).toBeCloseTo(2, 12);
    expect(fold('regr_intercept', [Float64, Float64], pairs)).toBeCloseTo(1, 12);
    expect(fold('regr_r2', [Float64, Float64], pairs)).toBeCloseTo(1, 12);
    expect(fold('regr_count', [Float64, Float64], pairs)).toBe(3n);
    expect(fold('regr_avgx', [Float64, Float64], pairs)).toBeCloseTo(2, 12);
    expect(fold('regr_avgy', [Float64, Float64], pairs)).toBeCloseTo(5, 12);
    expect(fold('regr_sxx', [Float64, Float64], pairs)).toBeCloseTo(2, 12);
    expect(fold('regr_syy', [Float64, Float64], pairs)).toBeCloseTo(8, 12);
    expect(fold('regr_sxy', [Float64, Float64], pairs)).toBeCloseTo(4, 12);
    expect(fold('corr', [Float64, Float64], pairs)).toBeCloseTo(1, 12);
    expect(fold('covar_pop', [Float64, Float64], pairs)).toBeCloseTo(4 / 3, 12);
    expect(fold('covar', [Float64, Float64], pairs)).toBeCloseTo(2, 12);
    expect(
      fold(
        'regr_slope',
        [Float64, Float64],
        [
          [1, 5],
          [2, 5],
        ],
      ),
    ).toBeNull();
    expect(
      fold(
        'corr',
        [Float64, Float64],
        [
          [1, 5],
          [2, 5],
        ],
      ),
    ).toBeNull();
    expect(fold('regr_count', [Float64, Float64], [])).toBe(0n);
  });
});

describe('percentiles', () => {
  const constants = [undefined, 0.25];
  it('median is exact, of decimals in their type', () => {
    expect(fold('median', [Float64], column(3, 1, null, 2))).toBe(2);
    expect(fold('median', [Float64], column(4, 1, 3, 2))).toBe(2.5);
    expect(fold('median', [decimal128(5, 2)], column(100n, 101n))).toBe(100n);
    expect(fold('median', [Float64], column(1, 1, 9), { distinct: true })).toBe(5);
    expect(fold('median', [Float64], [])).toBeNull();
  });
  it('percentile_cont interpolates, and a descending order mirrors it', () => {
    const rows = [1, 2, 3, 4].map((value) => [value, 0.25]);
    expect(fold('percentile_cont', [Float64, Float64], rows, { constants })).toBe(1.75);
    const keyed = rows.map((row) => [...row, row[0]!]);
    expect(
      fold('percentile_cont', [Float64, Float64], keyed, {
        constants,
        orderBy: [{ type: Float64, asc: false, nullsFirst: true }],
      }),
    ).toBe(3.25);
    expect(prepare('percentile_cont', [Float32, Float64], { constants }).call.returnType).toEqual(Float32);
    expect(() => fold('percentile_cont', [Float64, Float64], [[1, 2]], { constants: [undefined, 2] })).toThrow(
      /between 0.0 and 1.0/,
    );
  });
  it('approximate ones are exact for few values and near for many', () => {
    expect(fold('approx_median', [Float64], column(1, 2, 3))).toBe(2);
    expect(fold('approx_median', [decimal128(5, 1)], column(10n, 20n, 30n))).toBe(20n);
    const { definition, call } = prepare('approx_percentile_cont', [Float64, Float64], { constants: [undefined, 0.9] });
    const accumulator = definition.createAccumulator(call);
    for (let index = 0; index < 100_000; index += 1) accumulator.update([(index * 7919) % 100_000, 0.9]);
    expect(Math.abs((accumulator.value() as number) - 90_000)).toBeLessThan(500);
    expect(
      fold(
        'approx_percentile_cont_with_weight',
        [Float64, Float64, Float64],
        [
          [1, 1, 0.5],
          [2, 100, 0.5],
          [3, 1, 0.5],
        ],
        {
          constants: [undefined, undefined, 0.5],
        },
      ),
    ).toBe(2);
  });
});

describe('approx_distinct', () => {
  it('is exact for few values and small types, and within two percent for many', () => {
    expect(fold('approx_distinct', [Utf8], column('a', 'b', 'a', null))).toBe(2n);
    expect(fold('approx_distinct', [Int8], column(-128, 127, -128))).toBe(2n);
    expect(fold('approx_distinct', [Float64], column(0, -0, Number.NaN))).toBe(2n);
    expect(fold('approx_distinct', [Int64], [])).toBe(0n);
    for (const count of [5_000, 200_000]) {
      const { definition, call } = prepare('approx_distinct', [Int64], {});
      const halves = [definition.createAccumulator(call), definition.createAccumulator(call)];
      for (let index = 0; index < count; index += 1) halves[index % 2]!.update([BigInt(index)]);
      const merged = definition.createAccumulator(call);
      for (const half of halves) merged.merge(half.state());
      expect(Math.abs(Number(merged.value()) - count) / count).toBeLessThan(0.02);
    }
  });
});

it('states merge in any order, however the rows were split', () => {
  const value = fc.option(fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e6, max: 1e6 }), { nil: null });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 30 }), fc.integer({ min: 0, max: 30 }), (rows, cut) => {
      for (const name of ['var', 'var_pop', 'avg', 'sum', 'min', 'max', 'median', 'regr_sxy', 'covar_pop']) {
        const types = name.startsWith('regr') || name.startsWith('covar') ? [Float64, Float64] : [Float64];
        const { definition, call } = prepare(name, types, {});
        const of = (part: readonly (readonly Value[])[]) => {
          const accumulator = definition.createAccumulator(call);
          for (const row of part) accumulator.update(row.slice(0, types.length));
          return accumulator;
        };
        const merged = of([]);
        for (const part of [rows.slice(cut), rows.slice(0, cut)]) merged.merge(of(part).state());
        const expected = of(rows).value();
        if (expected === null) expect(merged.value()).toBeNull();
        else {
          const scale = Math.max(1, Math.abs(expected as number));
          expect(Math.abs((merged.value() as number) - (expected as number)) / scale).toBeLessThan(1e-6);
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('every aggregate folds nothing without failing, and says so in its states', () => {
  const args: Record<string, readonly DataType[]> = {
    bool_and: [{ kind: 'Boolean' }],
    bool_or: [{ kind: 'Boolean' }],
    string_agg: [Utf8, Utf8],
    nth_value: [Float64, Int64],
    bit_and: [Int64],
    bit_or: [Int64],
    bit_xor: [Int64],
    approx_percentile_cont_with_weight: [Float64, Float64, Float64],
  };
  const constants: Record<string, readonly (Value | undefined)[]> = {
    string_agg: [undefined, ','],
    nth_value: [undefined, 1n],
    percentile_cont: [undefined, 0.5],
    approx_percentile_cont: [undefined, 0.5],
    approx_percentile_cont_with_weight: [undefined, undefined, 0.5],
  };
  const pairs = /^(regr|corr|covar|percentile|approx_percentile_cont$)/;
  for (const one of registry.definitions()) {
    if (one.kind !== 'aggregate' || one.name === 'grouping') continue;
    const types = args[one.name] ?? (pairs.test(one.name) ? [Float64, Float64] : [Float64]);
    const result = fold(
      one.name,
      types,
      [],
      constants[one.name] === undefined ? {} : { constants: constants[one.name]! },
    );
    expect(result === null || result === 0n, one.name).toBe(true);
  }
});

it('schemas of states name fields that Arrow can hold', () => {
  for (const distinct of [true, false]) {
    const { stateFields } = prepare('array_agg', [Utf8], {
      distinct,
      orderBy: [{ type: Int64, asc: true, nullsFirst: true }],
    });
    expect(batchFromRows(schema([...stateFields, field('x', Int64)]), []).numRows).toBe(0);
  }
});
