import {
  Binary,
  Boolean_,
  type DataType,
  decimal128,
  Float64,
  Int32,
  Int64,
  interval,
  list,
  struct,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { murmur3, rowHasher } from '../hash/shuffle-hash.js';
import { compareText, compareValues, sortComparator } from './compare.js';
import { groupKey } from './group-key.js';

const nullable = (arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value> => fc.option(arbitrary, { nil: null, freq: 6 });
const float = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);
/** Few values of each type, so that equal ones meet. */
const samples: readonly (readonly [DataType, fc.Arbitrary<Value>])[] = [
  [Boolean_, fc.boolean()],
  [Int32, fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer())],
  [Int64, fc.oneof(fc.bigInt({ min: -3n, max: 3n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))],
  [decimal128(38, 2), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })],
  [Float64, float],
  [Utf8, fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'binary', maxLength: 3 }))],
  [Binary, fc.uint8Array({ maxLength: 3 })],
  [
    interval('monthDayNano'),
    fc.record({
      months: fc.integer({ min: -1, max: 1 }),
      days: fc.integer({ min: -1, max: 1 }),
      nanos: fc.bigInt({ min: -1n, max: 1n }),
    }),
  ],
  [list(Float64), fc.array(nullable(float), { maxLength: 3 })],
  [
    struct([
      { name: 'a', type: Int64, nullable: true },
      { name: 'b', type: Utf8, nullable: true },
    ]),
    fc.tuple(nullable(fc.bigInt({ min: 0n, max: 2n })), nullable(fc.constantFrom('', 'a', 'b'))),
  ],
];

describe.each(samples.map(([type, values]) => [type.kind, type, nullable(values)] as const))(
  '%s',
  (_name, type, values) => {
    it('has a total order: antisymmetric and transitive', () => {
      fc.assert(
        fc.property(values, values, values, (a, b, c) => {
          expect(Math.sign(compareValues(type, a, b))).toBe(Math.sign(-compareValues(type, b, a)) + 0);
          expect(compareValues(type, a, a)).toBe(0);
          if (compareValues(type, a, b) <= 0 && compareValues(type, b, c) <= 0) {
            expect(compareValues(type, a, c)).toBeLessThanOrEqual(0);
          }
        }),
        { numRuns: 200 },
      );
    });
    it('groups and hashes alike exactly what compares equal', () => {
      const hash = rowHasher([type]);
      fc.assert(
        fc.property(values, values, (a, b) => {
          const equal = compareValues(type, a, b) === 0;
          expect(new Set([groupKey([a]), groupKey([b])]).size === 1).toBe(equal);
          expect(new Set([groupKey([a, a]), groupKey([b, b])]).size === 1).toBe(equal);
          if (equal) expect(hash([a])).toBe(hash([b]));
        }),
        { numRuns: 300 },
      );
    });
  },
);

it('text orders as its UTF-8 bytes do', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 5 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(compareText('\uff5e', '\u{1f600}')).toBeLessThan(0);
});

it('NULLs go where the key says, whatever its direction', () => {
  const sorted = (asc: boolean, nullsFirst: boolean) =>
    ([2, null, 1] as Value[]).sort(sortComparator(Int32, { asc, nullsFirst }));
  expect(sorted(true, true)).toEqual([null, 1, 2]);
  expect(sorted(true, false)).toEqual([1, 2, null]);
  expect(sorted(false, true)).toEqual([null, 2, 1]);
  expect(sorted(false, false)).toEqual([2, 1, null]);
});

it('keys of several columns do not run into each other', () => {
  expect(groupKey(['a', 'bc'])).not.toBe(groupKey(['ab', 'c']));
  expect(groupKey([null, ''])).not.toBe(groupKey(['', null]));
  expect(groupKey([['a'], ['b']])).not.toBe(groupKey([['a', 'b'], []]));
  expect(groupKey([1n, 12n])).not.toBe(groupKey([11n, 2n]));
});

it('the hash is MurmurHash3_x86_32', () => {
  const of = (text: string, seed: number) => murmur3(new TextEncoder().encode(text), Buffer.byteLength(text), seed);
  // Published vectors.
  expect(of('', 0)).toBe(0);
  expect(of('', 1)).toBe(0x514e28b7);
  expect(of('test', 0)).toBe(0xba6bd213);
  expect(of('Hello, world!', 0)).toBe(0xc0363e43);
  expect(of('The quick brown fox jumps over the lazy dog', 0x9747b28c)).toBe(0x2fa826cd);
});
