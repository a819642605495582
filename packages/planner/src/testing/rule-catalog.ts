import { Date32, decimal128, Float64, Int32, Int64, timestamp, Utf8 } from '@ballista-ts/core';
import { testCatalog } from './test-catalog.js';

/** Tables for the text cases of rules: `a` is large, `b` and `c` smaller, `d` tiny; keys are not nullable. */
export const ruleCatalog = testCatalog({
  a: {
    rows: 1_000_000,
    columns: {
      id: { type: Int64, nullable: false, min: 1n, max: 1_000_000n, distinct: 1_000_000 },
      bid: { type: Int64, min: 1n, max: 10_000n, distinct: 10_000 },
      x: { type: Int32, min: 0, max: 99, distinct: 100 },
      price: { type: decimal128(15, 2), min: 0n, max: 100_000n },
      name: { type: Utf8 },
      day: { type: Date32, min: 8_000, max: 10_000 },
      at: { type: timestamp('microsecond') },
      ratio: { type: Float64 },
    },
  },
  b: {
    rows: 10_000,
    columns: {
      id: { type: Int64, nullable: false, min: 1n, max: 10_000n, distinct: 10_000 },
      cid: { type: Int64, min: 1n, max: 100n, distinct: 100 },
      x: { type: Int32, min: 0, max: 9, distinct: 10 },
      name: { type: Utf8 },
    },
  },
  c: {
    rows: 100,
    columns: {
      id: { type: Int64, nullable: false, min: 1n, max: 100n, distinct: 100 },
      did: { type: Int64, nullable: false, min: 1n, max: 5n, distinct: 5 },
      name: { type: Utf8, distinct: 100 },
    },
  },
  d: {
    rows: 5,
    columns: {
      id: { type: Int64, nullable: false, min: 1n, max: 5n, distinct: 5 },
      name: { type: Utf8, distinct: 5 },
    },
  },
});
