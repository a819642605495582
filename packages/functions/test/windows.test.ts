import {
  type DataType,
  Date32,
  Float64,
  field,
  Int32,
  Int64,
  interval,
  type PhysicalExpr,
  type PhysicalWindowExpr,
  scalar,
  schema,
  Utf8,
  type Value,
  type WindowFrame,
  type WindowFrameBound,
  type WindowFrameUnits,
} from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { columnBatchFromRows } from '../src/evaluator/column-batch.js';
import { createEvaluationContext } from '../src/evaluator/evaluation-context.js';
import { compileWindow } from '../src/window/compile-window.js';

const context = createEvaluationContext();

const columnAt = (index: number): PhysicalExpr => ({ kind: 'Column', name: `c${index}`, index });
const constant = (type: DataType, value: Value): PhysicalExpr => ({ kind: 'Literal', value: { type, value } });
const unbounded = { preceding: { kind: 'preceding' }, following: { kind: 'following' } } as const;
const current: WindowFrameBound = { kind: 'currentRow' };
const preceding = (offset: Value, type: DataType = Int64): WindowFrameBound => ({
  kind: 'preceding',
  offset: scalar(type, offset),
});
const following = (offset: Value, type: DataType = Int64): WindowFrameBound => ({
  kind: 'following',
  offset: scalar(type, offset),
});
const frame = (units: WindowFrameUnits, start: WindowFrameBound, end: WindowFrameBound): WindowFrame => ({
  units,
  start,
  end,
});
const whole = frame('rows', unbounded.preceding, unbounded.following);

interface Options {
  readonly args?: readonly PhysicalExpr[];
  readonly frame?: WindowFrame;
  readonly asc?: boolean;
  readonly nullsFirst?: boolean;
  readonly ordered?: boolean;
  readonly ignoreNulls?: boolean;
  readonly distinct?: boolean;
  readonly filter?: PhysicalExpr;
}

/** Column 0 is the key the rows are sorted by, column 1 the value. */
function over(
  name: string,
  types: readonly [DataType, DataType],
  rows: readonly (readonly Value[])[],
  options: Options = {},
): readonly Value[] {
  const functionKind = context.functions.window(name) === undefined ? 'aggregate' : 'window';
  const input = schema(types.map((type, index) => field(`c${index}`, type)));
  const expr: PhysicalWindowExpr = {
    function: name,
    functionKind,
    args: options.args ?? [],
    partitionBy: [],
    orderBy:
      options.ordered === false
        ? []
        : [{ expr: columnAt(0), asc: options.asc ?? true, nullsFirst: options.nullsFirst ?? false }],
    frame: options.frame ?? frame('range', unbounded.preceding, current),
    ignoreNulls: options.ignoreNulls ?? false,
    distinct: options.distinct ?? false,
    ...(options.filter === undefined ? {} : { filter: options.filter }),
    name,
    field: field(name, functionKind === 'aggregate' ? Int64 : types[1]),
  };
  return compileWindow(expr, input, context).evaluatePartition(columnBatchFromRows(input, rows));
}
const keyed = (...keys: Value[]): Value[][] => keys.map((key, index) => [key, BigInt(index + 1)]);
const int = [Int64, Int64] as const;
const value = [columnAt(1)];

describe('ranking', () => {
  const rows = keyed(1n, 2n, 2n, 3n);
  it('counts rows, ranks and groups', () => {
    expect(over('row_number', int, rows)).toEqual([1n, 2n, 3n, 4n]);
    expect(over('rank', int, rows)).toEqual([1n, 2n, 2n, 4n]);
    expect(over('dense_rank', int, rows)).toEqual([1n, 2n, 2n, 3n]);
    expect(over('percent_rank', int, rows)).toEqual([0, 1 / 3, 1 / 3, 1]);
    expect(over('cume_dist', int, rows)).toEqual([0.25, 0.75, 0.75, 1]);
    expect(over('percent_rank', int, keyed(5n))).toEqual([0]);
  });
  it('takes -0.0 and 0.0, NaN and NaN, NULL and NULL for peers', () => {
    expect(over('rank', [Float64, Int64], keyed(-0, 0, Number.NaN, Number.NaN, null, null))).toEqual([
      1n,
      1n,
      3n,
      3n,
      5n,
      5n,
    ]);
  });
  it('without ORDER BY all rows are peers', () => {
    expect(over('rank', int, rows, { ordered: false })).toEqual([1n, 1n, 1n, 1n]);
  });
  it('ntile gives the first buckets one row more, and wants a positive number', () => {
    const tile = (n: Value) => over('ntile', int, keyed(1n, 2n, 3n, 4n, 5n), { args: [constant(Int64, n)] });
    expect(tile(2n)).toEqual([1n, 1n, 1n, 2n, 2n]);
    expect(tile(9n)).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(() => tile(0n)).toThrow(/positive/);
    expect(() => tile(null)).toThrow(/positive/);
  });
  it('an empty partition has no answers', () => {
    for (const name of ['row_number', 'rank', 'cume_dist', 'percent_rank']) expect(over(name, int, [])).toEqual([]);
  });
});

describe('lag and lead', () => {
  const rows = [
    [1n, 10n],
    [2n, null],
    [3n, 30n],
  ];
  it('look back and forth, whatever the frame', () => {
    expect(over('lag', int, rows, { args: value })).toEqual([null, 10n, null]);
    expect(over('lead', int, rows, { args: value })).toEqual([null, 30n, null]);
    expect(over('lag', int, rows, { args: [...value, constant(Int64, -2n)] })).toEqual([30n, null, null]);
    expect(over('lag', int, rows, { args: [...value, constant(Int64, 0n)] })).toEqual([10n, null, 30n]);
  });
  it('cast the default to the type of the value', () => {
    expect(over('lag', int, rows, { args: [...value, constant(Int64, 1n), constant(Int32, 7)] })).toEqual([
      7n,
      10n,
      null,
    ]);
  });
  it('skip NULLs when told to', () => {
    expect(over('lead', int, rows, { args: value, ignoreNulls: true })).toEqual([30n, 30n, null]);
    expect(over('lag', int, rows, { args: value, ignoreNulls: true })).toEqual([null, 10n, 10n]);
  });
});

describe('values of the frame', () => {
  const rows = keyed(1n, 2n, 3n, 4n);
  const near = frame('rows', preceding(1n), following(1n));
  it('first, last and nth', () => {
    expect(over('first_value', int, rows, { args: value, frame: near })).toEqual([1n, 1n, 2n, 3n]);
    expect(over('last_value', int, rows, { args: value, frame: near })).toEqual([2n, 3n, 4n, 4n]);
    expect(over('nth_value', int, rows, { args: [...value, constant(Int64, 3n)], frame: near })).toEqual([
      null,
      3n,
      4n,
      null,
    ]);
    expect(over('nth_value', int, rows, { args: [...value, constant(Int64, -1n)], frame: near })).toEqual([
      2n,
      3n,
      4n,
      4n,
    ]);
    expect(over('nth_value', int, rows, { args: [...value, constant(Int64, 0n)], frame: near })).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
  it('an empty frame gives NULL, and 0 for count', () => {
    const ahead = frame('rows', following(2n), following(3n));
    expect(over('first_value', int, rows, { args: value, frame: ahead })).toEqual([3n, 4n, null, null]);
    expect(over('count', int, rows, { args: value, frame: ahead })).toEqual([2n, 1n, 0n, 0n]);
    const inverted = frame('rows', following(1n), preceding(1n));
    expect(over('sum', int, rows, { args: value, frame: inverted })).toEqual([null, null, null, null]);
  });
  it('skips NULLs when told to', () => {
    const gaps = [
      [1n, null],
      [2n, 5n],
      [3n, null],
    ];
    expect(over('first_value', int, gaps, { args: value, frame: whole, ignoreNulls: true })).toEqual([5n, 5n, 5n]);
    expect(over('last_value', int, gaps, { args: value, frame: whole, ignoreNulls: true })).toEqual([5n, 5n, 5n]);
    expect(over('last_value', int, gaps, { args: value, frame: whole })).toEqual([null, null, null]);
  });
});

describe('aggregates over frames', () => {
  it('the default frame holds the peers', () => {
    expect(over('sum', int, keyed(1n, 2n, 2n, 3n), { args: value })).toEqual([1n, 6n, 6n, 10n]);
  });
  it('GROUPS counts peer groups', () => {
    const groups = frame('groups', preceding(1n), current);
    expect(over('sum', int, keyed(1n, 2n, 2n, 3n), { args: value, frame: groups })).toEqual([1n, 6n, 6n, 9n]);
    const next = frame('groups', following(1n), following(1n));
    expect(over('sum', int, keyed(1n, 2n, 2n, 3n), { args: value, frame: next })).toEqual([5n, 4n, 4n, null]);
  });
  it('RANGE keeps NULL keys among themselves', () => {
    const rows = [
      [null, 10n],
      [null, 20n],
      [1n, 30n],
      [2n, 40n],
      [4n, 50n],
    ];
    const back = frame('range', preceding(1n), current);
    expect(over('sum', int, rows, { args: value, frame: back, nullsFirst: true })).toEqual([30n, 30n, 30n, 70n, 50n]);
    const descending = [
      [4n, 50n],
      [2n, 40n],
      [1n, 30n],
      [null, 10n],
      [null, 20n],
    ];
    const around = frame('range', preceding(1n), following(1n));
    expect(over('sum', int, descending, { args: value, frame: around, asc: false })).toEqual([50n, 70n, 70n, 30n, 30n]);
    const rest = frame('range', current, unbounded.following);
    expect(over('count', int, rows, { args: value, frame: rest, nullsFirst: true })).toEqual([5n, 5n, 3n, 2n, 1n]);
  });
  it('RANGE does not wrap at the end of the key type, and takes an offset of another integer type', () => {
    const around = frame('range', preceding(10n), following(10n));
    const rows = keyed(-2147483648, 2147483647);
    expect(over('count', [Int32, Int64], rows, { args: value, frame: around })).toEqual([1n, 1n]);
    expect(over('count', [Int32, Int64], keyed(1, 5, 20), { args: value, frame: around })).toEqual([2n, 2n, 1n]);
  });
  it('RANGE takes fractions over integers, floats with NaN, and intervals over dates', () => {
    const half = frame('range', preceding(0.5, Float64), following(0.5, Float64));
    expect(over('count', int, keyed(1n, 2n), { args: value, frame: half })).toEqual([1n, 1n]);
    expect(over('count', [Float64, Int64], keyed(1, 1.5, Number.NaN), { args: value, frame: half })).toEqual([
      2n,
      2n,
      1n,
    ]);
    const month = frame('range', preceding({ months: 1, days: 0, nanos: 0n }, interval('monthDayNano')), current);
    expect(over('count', [Date32, Int64], keyed(19753, 19782, 19783), { args: value, frame: month })).toEqual([
      1n,
      2n,
      2n,
    ]);
  });
  it('RANGE refuses negative and NULL offsets', () => {
    const negative = frame('range', preceding(-1n), current);
    expect(() => over('sum', int, keyed(1n), { args: value, frame: negative })).toThrow(/negative/);
    const missing = frame('range', preceding(null), current);
    expect(() => over('sum', int, keyed(1n), { args: value, frame: missing })).toThrow(/NULL/);
  });
  it('a sliding sum over NULLs is NULL again when only NULLs are left', () => {
    const rows = [
      [1n, null],
      [2n, 7n],
      [3n, 7n],
      [4n, null],
      [5n, null],
      [6n, null],
    ];
    const two = frame('rows', preceding(1n), current);
    expect(over('sum', int, rows, { args: value, frame: two })).toEqual([null, 7n, 14n, 7n, null, null]);
    expect(over('sum', int, rows, { args: value, frame: two, distinct: true })).toEqual([null, 7n, 7n, 7n, null, null]);
  });
  it('FILTER leaves rows out of the aggregate, not out of the result', () => {
    const filter: PhysicalExpr = { kind: 'BinaryExpr', left: columnAt(1), op: 'Gt', right: constant(Int64, 1n) };
    expect(over('count', int, keyed(1n, 2n, 3n), { args: value, filter })).toEqual([0n, 1n, 2n]);
    expect(
      over('sum', int, keyed(1n, 2n, 3n), { args: value, filter, frame: frame('rows', preceding(1n), current) }),
    ).toEqual([null, 2n, 5n]);
  });
  it('equals what each frame gives by itself', () => {
    const rows = keyed(
      ...Array.from({ length: 30 }, (_, index) => BigInt((index * index) % 17)).sort((a, b) => Number(a - b)),
    );
    for (const units of ['rows', 'range', 'groups'] as const) {
      for (const [start, end] of [
        [preceding(2n), following(1n)],
        [preceding(3n), preceding(1n)],
        [following(1n), following(4n)],
        [unbounded.preceding, following(2n)],
        [preceding(1n), unbounded.following],
      ] as const) {
        for (const name of ['sum', 'min', 'count']) {
          const slow = over('array_agg', int, rows, { args: value, frame: frame(units, start, end) }).map((items) => {
            const list = (items ?? []) as readonly bigint[];
            if (name === 'count') return BigInt(list.length);
            if (list.length === 0) return null;
            return name === 'sum' ? list.reduce((a, b) => a + b) : [...list].sort((a, b) => Number(a - b))[0]!;
          });
          expect(over(name, int, rows, { args: value, frame: frame(units, start, end) })).toEqual(slow);
        }
      }
    }
  });
  it('text keys have no RANGE offsets', () => {
    expect(() =>
      over('sum', [Utf8, Int64], [['a', 1n]], {
        args: value,
        frame: frame('range', preceding([], { kind: 'Binary' }), current),
      }),
    ).toThrow(/Cannot coerce/);
  });
});
