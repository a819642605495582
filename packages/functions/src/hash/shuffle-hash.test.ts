import { readFileSync, writeFileSync } from 'node:fs';
import {
  Binary,
  Boolean_,
  type DataType,
  Float32,
  Float64,
  formatDataType,
  Int64,
  list,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { castValue } from '../cast/cast.js';
import { parseDataType } from '../scalar/other/parse-data-type.js';
import { hashRow, hashRows, partitionOfHash } from './shuffle-hash.js';

interface Vector {
  readonly types: readonly string[];
  /** As text, in hexadecimal for binary; null for NULL. */
  readonly values: readonly (string | null)[];
  readonly hash: number;
}

/** Other implementations read this file too. UPDATE=1 adds hashes of new vectors; those that are there must never change. */
const file = new URL('../../testdata/shuffle-hash.json', import.meta.url);

const read = (text: string | null, type: DataType): Value => {
  if (text === null) return null;
  if (type.kind === 'Binary' || type.kind === 'FixedSizeBinary') return new Uint8Array(Buffer.from(text, 'hex'));
  if (type.kind === 'List') return (JSON.parse(text) as (string | null)[]).map((one) => read(one, type.field.type));
  return castValue(text, Utf8, type);
};

it('gives the hashes that are written down', () => {
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];
  const computed = vectors.map(({ types, values }) => {
    const parsed = types.map(parseDataType);
    return {
      types: parsed.map(formatDataType),
      values,
      hash: hashRow(
        parsed,
        values.map((value, index) => read(value, parsed[index]!)),
      ),
    };
  });
  if (process.env['UPDATE'] === '1') {
    for (const [index, vector] of vectors.entries())
      if (vector.hash !== undefined) expect(computed[index]!.hash).toBe(vector.hash);
    writeFileSync(file, `[\n${computed.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  } else {
    expect(computed).toEqual(vectors);
  }
  expect(vectors.length).toBeGreaterThan(30);
});

it('hashes batches as it hashes rows', () => {
  const types = [Int64, Utf8, Float64, Boolean_];
  const row = fc.tuple(
    fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    fc.option(fc.string()),
    fc.option(fc.double()),
    fc.option(fc.boolean()),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const columns = types.map((_, index) => rows.map((one) => one[index]!));
      expect([...hashRows(types, columns, rows.length)]).toEqual(rows.map((one) => hashRow(types, one)));
    }),
  );
});

it('hashes alike what is equal: both zeros, all NaNs', () => {
  const nans = new Float64Array(new BigUint64Array([0x7ff8000000000001n, 0xfff8000000000000n]).buffer);
  expect(hashRow([Float64], [-0])).toBe(hashRow([Float64], [0]));
  expect(hashRow([Float32], [-0])).toBe(hashRow([Float32], [0]));
  expect(hashRow([Float64], [nans[0]!])).toBe(hashRow([Float64], [nans[1]!]));
});

it('tells apart NULL, empty text and empty list, and where values end', () => {
  const values = [
    hashRow([Utf8], [null]),
    hashRow([Utf8], ['']),
    hashRow([list(Utf8)], [[]]),
    hashRow([list(Utf8)], [[null]]),
    hashRow([Binary], [new Uint8Array([0])]),
  ];
  expect(new Set(values).size).toBe(values.length);
  expect(hashRow([Utf8, Utf8], ['a', 'bc'])).not.toBe(hashRow([Utf8, Utf8], ['ab', 'c']));
  expect(hashRow([], [])).toBe(42);
});

it('spreads consecutive integers evenly, over any number of partitions', () => {
  for (const partitions of [2, 3, 7, 16, 200]) {
    const counts = new Array<number>(partitions).fill(0);
    for (let key = 0n; key < 20_000n; key += 1n) counts[partitionOfHash(hashRow([Int64], [key]), partitions)]! += 1;
    const expected = 20_000 / partitions;
    // Five standard deviations of a fair draw.
    for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected) + 1);
  }
});
