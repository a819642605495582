import {
  batchFromRows,
  Date32,
  decimal128,
  Float64,
  field,
  Int32,
  Int64,
  list,
  map,
  schema,
  struct,
  Utf8,
} from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { rowsToObjects } from './to-array.js';

const columns = schema([
  field('id', Int64),
  field('price', decimal128(20, 2)),
  field('day', Date32),
  field('x', Float64),
  field('tags', list(Int64)),
  field('where', struct([field('city', Utf8), field('zip', Int32)])),
  field('props', map(Utf8, Int64)),
]);
const batch = batchFromRows(columns, [
  [9007199254740993n, 123456789012345678901n, 0, Number.NaN, [1n, null], ['Bonn', 53111], [['a', 1n]]],
  [null, null, null, null, null, null, null],
]);

test('by default nothing is lost: big integers, decimals and dates keep all they say', () => {
  expect(rowsToObjects(columns, batch)).toEqual([
    {
      id: 9007199254740993n,
      price: '1234567890123456789.01',
      day: '1970-01-01',
      x: Number.NaN,
      tags: [1n, null],
      where: { city: 'Bonn', zip: 53111 },
      props: new Map([['a', 1n]]),
    },
    { id: null, price: null, day: null, x: null, tags: null, where: null, props: null },
  ]);
});

test('numbers are handier, and wrong beyond 2^53', () => {
  expect(rowsToObjects(columns, batch, 'number')[0]).toMatchObject({
    id: 9007199254740992,
    price: 1234567890123456800,
    tags: [1, null],
    props: new Map([['a', 1]]),
  });
});

test('a column may be called like a property that all objects have', () => {
  const odd = schema([field('__proto__', Int32), field('constructor', Int32)]);
  const [row] = rowsToObjects(odd, batchFromRows(odd, [[1, 2]]));
  expect(Object.entries(row!)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ]);
});
