import { expect, test } from 'vitest';
import { advanceState, nextState, RandomStream } from './random-stream.js';
import { RandomStream64 } from './random-stream-64.js';

const slowNext = (state: number): number => Number((BigInt(state) * 16807n) % 2147483647n);

test('the next state is the product modulo 2^31 - 1, also at the ends of the range', () => {
  for (const state of [1, 2, 65535, 65536, 16807, 1 << 30, 2147483645, 2147483646]) {
    expect(nextState(state)).toBe(slowNext(state));
  }
  let state = 933588178;
  for (let i = 0; i < 10_000; i += 1) {
    const next = slowNext(state);
    expect(nextState(state)).toBe(next);
    state = next;
  }
  // Park and Miller's published check of the generator.
  expect(advanceState(1, 10_000)).toBe(1043618065);
});

test('advancing by n is n steps, and the whole period leads back', () => {
  let state = 46831694;
  for (let count = 0; count < 300; count += 1) {
    expect(advanceState(46831694, count)).toBe(state);
    state = nextState(state);
  }
  expect(advanceState(46831694, 2147483646)).toBe(46831694);
  expect(advanceState(46831694, 2147483646 * 1_000_000 + 5)).toBe(advanceState(46831694, 5));
});

test.each([
  ['31-bit', (draws: number) => new RandomStream(1808217256, draws)],
  ['64-bit', (draws: number) => new RandomStream64(1808217256, draws)],
] as const)('a %s stream reaches any row at once, whatever the rows before it used', (_name, create) => {
  const walking = create(7);
  const rows: number[][] = [];
  for (let row = 0; row < 60; row += 1) {
    rows.push(Array.from({ length: row % 8 }, () => walking.between(1, 1_000_000_000)));
    walking.rowFinished();
  }
  for (const row of [0, 1, 7, 31, 59]) {
    const jumping = create(7);
    jumping.skipRows(row);
    expect(rows[row]).toEqual(rows[row]!.map(() => jumping.between(1, 1_000_000_000)));
  }
});

test('draws cover their range, ends included, and nothing else', () => {
  const stream = new RandomStream(1, 1);
  const seen = new Set(Array.from({ length: 2000 }, () => stream.between(-3, 3)));
  expect([...seen].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  expect(stream.between(5, 5)).toBe(5);
});
