import { batchFromRows, dictionary, Float64, field, Int32, Int64, schema, Utf8, type Value } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { assertSameRows, collectRows, type Rows, rowsOf } from './same-rows.js';

const t = schema([field('a', Int64), field('b', Utf8)]);
const rows = (...list: Value[][]): Rows => ({ schema: t, rows: list });
const floats = (...list: (number | null)[]): Rows => ({
  schema: schema([field('x', Float64)]),
  rows: list.map((value) => [value]),
});

describe('the same rows', () => {
  test('in another order are the same, unless order counts', () => {
    const one = rows([1n, 'x'], [2n, null]);
    const two = rows([2n, null], [1n, 'x']);
    assertSameRows(one, two);
    assertSameRows(one, one, { ordered: true });
    expect(() => assertSameRows(one, two, { ordered: true })).toThrow('rows differ');
  });

  test('must come as often', () => {
    expect(() => assertSameRows(rows([1n, 'x']), rows([1n, 'x'], [1n, 'x']))).toThrow(/^rows differ.*\n- 1 \| "x"$/);
    expect(() => assertSameRows(rows([1n, 'x'], [1n, 'x']), rows([1n, 'x']))).toThrow(/^rows differ.*\n\+ 1 \| "x"$/);
  });

  test('are told from rows that only print alike', () => {
    expect(() => assertSameRows(rows([1n, 'NULL']), rows([1n, null]))).toThrow('- 1 | NULL\n+ 1 | "NULL"');
  });

  test('need the same types, whatever the names; a dictionary is its values', () => {
    const ints: Rows = { schema: schema([field('a', Int32), field('b', Utf8)]), rows: [] };
    expect(() => assertSameRows(ints, rows())).toThrow('- Int64\n+ Int32');
    expect(() => assertSameRows({ schema: schema([field('a', Int64)]), rows: [] }, rows())).toThrow('- Utf8');
    const renamed: Rows = {
      schema: schema([field('p', Int64), field('q', dictionary(Int32, Utf8))]),
      rows: [[1n, 'x']],
    };
    assertSameRows(renamed, rows([1n, 'x']));
  });

  test('compare floats exactly by default, and by digits when asked', () => {
    expect(() => assertSameRows(floats(0.1 + 0.2), floats(0.3))).toThrow('rows differ');
    assertSameRows(floats(0.1 + 0.2), floats(0.3), { floatDigits: 12 });
    assertSameRows(floats(Number.NaN, null, -0), floats(-0, Number.NaN, null));
    expect(() => assertSameRows(floats(-0), floats(0))).toThrow('rows differ');
  });
});

describe('rows of batches', () => {
  const one = batchFromRows(t, [[1n, 'x']]);
  const two = batchFromRows(t, []);
  const three = batchFromRows(t, [[2n, null]]);

  test('are those of all batches', async () => {
    assertSameRows(rowsOf([one, two, three]), rows([1n, 'x'], [2n, null]));
    const stream = async function* () {
      yield one;
      yield three;
    };
    assertSameRows(await collectRows(stream()), rows([1n, 'x'], [2n, null]));
  });

  test('of no batch need a schema', () => {
    expect(() => rowsOf([])).toThrow('give the schema');
    expect(rowsOf([], t)).toEqual(rows());
  });
});
