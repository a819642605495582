import { afterEach, describe, expect, test, vi } from 'vitest';
import { seededRandom } from './seeded-random.js';
import { forEachSeed, seeds } from './seeds.js';

afterEach(() => vi.unstubAllEnvs());
vi.stubEnv('BALLISTA_SEED', '');
vi.stubEnv('BALLISTA_SEEDS', '');

describe('seeds', () => {
  test('are the same in every run', () => {
    vi.stubEnv('BALLISTA_SEED', '');
    vi.stubEnv('BALLISTA_SEEDS', '');
    expect(seeds(3)).toEqual([1, 2, 3]);
    expect(seeds(0)).toEqual([]);
  });

  test('can be one, or more, by the environment', () => {
    vi.stubEnv('BALLISTA_SEEDS', '5');
    expect(seeds(2)).toEqual([1, 2, 3, 4, 5]);
    vi.stubEnv('BALLISTA_SEED', '17');
    expect(seeds(2)).toEqual([17]);
  });

  test('that are no numbers are refused', () => {
    vi.stubEnv('BALLISTA_SEED', 'abc');
    expect(() => seeds(2)).toThrow('BALLISTA_SEED=abc: expected a whole number');
  });

  test('stand in the message of the property that fails for one', async () => {
    vi.stubEnv('BALLISTA_SEED', '');
    const ran: number[] = [];
    const failing = forEachSeed(5, (_random, seed) => {
      ran.push(seed);
      if (seed === 3) throw new Error('three is bad');
    });
    await expect(failing).rejects.toThrow('seed 3 fails (BALLISTA_SEED=3 runs it alone): three is bad');
    expect(ran).toEqual([1, 2, 3]);
  });
});

describe('seeded randomness', () => {
  test('repeats for a seed, and differs between neighbours', () => {
    const numbers = (seed: number): number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(numbers(1)).toEqual(numbers(1));
    expect(numbers(1).filter((value, index) => value === numbers(2)[index])).toEqual([]);
    // Pinned: recorded failures name seeds, and must stay reproducible after an upgrade.
    expect(numbers(1).slice(0, 2)).toMatchInlineSnapshot(`
      [
        0.7822727714665234,
        0.27532708551734686,
      ]
    `);
  });

  test('is uniform enough', () => {
    const random = seededRandom(7);
    const buckets = new Array<number>(10).fill(0);
    for (let n = 0; n < 100_000; n += 1) buckets[Math.floor(random.next() * 10)]! += 1;
    for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  test('gives whole numbers with both ends', () => {
    const random = seededRandom(3);
    const seen = new Set(Array.from({ length: 200 }, () => random.integer(-1, 2)));
    expect([...seen].toSorted((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
    expect(random.integer(5, 5)).toBe(5);
  });

  test('shuffles everything and loses nothing', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = seededRandom(3).shuffle(items);
    expect(shuffled).not.toEqual(items);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
  });

  test('refuses to pick from nothing', () => {
    expect(() => seededRandom(1).pick([])).toThrow('pick from no items');
  });

  test('forks do not hear of each other', () => {
    const alone = seededRandom(1).fork('network').next();
    const parent = seededRandom(1);
    parent.next();
    parent.fork('disk').next();
    expect(parent.fork('network').next()).toBe(alone);
    expect(parent.fork('disk').next()).not.toBe(alone);
  });

  test('chances are what they say at the ends', () => {
    const random = seededRandom(1);
    expect(Array.from({ length: 50 }, () => random.chance(0)).some(Boolean)).toBe(false);
    expect(Array.from({ length: 50 }, () => random.chance(1)).every(Boolean)).toBe(true);
  });
});
