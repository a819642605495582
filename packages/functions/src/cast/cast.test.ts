import {
  type DataType,
  Date32,
  decimal128,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  list,
  time64,
  timestamp,
  UInt8,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCast, castKernel, castValue, tryCastKernel } from './cast.js';

const roundTrips: readonly (readonly [DataType, fc.Arbitrary<Value>])[] = [
  [Int8, fc.integer({ min: -128, max: 127 })],
  [UInt8, fc.integer({ min: 0, max: 255 })],
  [Int32, fc.integer()],
  [Int64, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  [UInt64, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
  [Float64, fc.double()],
  [Float32, fc.float()],
  [decimal128(38, 10), fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n })],
  [Date32, fc.integer({ min: -700_000, max: 3_000_000 })],
  [time64('nanosecond'), fc.bigInt({ min: 0n, max: 86_399_999_999_999n })],
  [timestamp('nanosecond'), fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })],
  [timestamp('millisecond', 'Asia/Kolkata'), fc.bigInt({ min: -(10n ** 12n), max: 10n ** 13n })],
  [timestamp('second', 'America/Denver'), fc.bigInt({ min: 0n, max: 4n * 10n ** 9n })],
];

describe('a value survives being text', () => {
  it.each(roundTrips.map(([type, values]) => [JSON.stringify(type), type, values] as const))(
    '%s',
    (_name, type, values) => {
      const write = castKernel(type, Utf8);
      const read = castKernel(Utf8, type);
      fc.assert(
        fc.property(values, (value) => {
          expect(read(write(value))).toEqual(value);
        }),
        { numRuns: 200 },
      );
    },
  );
});

it('integers cast exactly or not at all', () => {
  const kinds = [Int8, Int16, Int32, Int64, UInt8, UInt64];
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(...kinds), (value, to) => {
      const result = tryCastKernel(Int64, to)(value);
      if (result === null) expect(() => castValue(value, Int64, to)).toThrow(/Can't cast value/);
      else expect(BigInt(result as number | bigint)).toBe(value);
    }),
  );
});

it('TRY_CAST gives NULL exactly where CAST fails, for any text', () => {
  const targets = [
    Int32,
    Float64,
    decimal128(10, 2),
    Date32,
    timestamp('second'),
    time64('nanosecond'),
    { kind: 'Boolean' },
    { kind: 'Interval', unit: 'monthDayNano' },
  ] as const;
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-+ .:\deTZ]{0,20}$/),
    fc.constantFrom('2024-01-01', '1e5', '1 day', 'true'),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...targets), (value, to) => {
      const lenient = tryCastKernel(Utf8, to)(value);
      if (lenient === null) expect(() => castValue(value, Utf8, to)).toThrow(/Cannot cast string|too large/);
      else expect(castValue(value, Utf8, to)).toEqual(lenient);
    }),
    { numRuns: 500 },
  );
});

it('says which casts there are', () => {
  expect(canCast(Int64, Utf8)).toBe(true);
  expect(canCast(list(Int64), list(Utf8))).toBe(true);
  expect(canCast(list(Int64), Int64)).toBe(false);
  expect(canCast(Date32, { kind: 'Boolean' })).toBe(false);
  expect(() => castKernel(list(Int64), Int64)).toThrow('Casting from List(Int64) to Int64 not supported');
  expect(castValue(null, list(Int64), list(Utf8))).toBeNull();
});

it('a long text of digits is refused quickly', () => {
  const digits = '9'.repeat(1_000_000);
  for (const to of [Int64, decimal128(38, 0)]) expect(tryCastKernel(Utf8, to)(digits)).toBeNull();
});
