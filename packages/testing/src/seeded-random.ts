import type { Random } from '@ballista-ts/core';

/** Randomness that repeats: the same seed gives the same numbers on every machine. Not for secrets. */
export interface SeededRandom extends Random {
  readonly seed: number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True with that probability. */
  chance(probability: number): boolean;
  /** One of the items. @throws RangeError for none */
  pick<T>(items: readonly T[]): T;
  /** The items in another order; the given array stays. */
  shuffle<T>(items: readonly T[]): T[];
  /**
   * A generator of its own, told by its label. Give one to each part of a simulation: then a part that asks once more does not
   * change what all others see.
   */
  fork(label: string): SeededRandom;
}

/** @param seed any whole number; its low 32 bits count */
export function seededRandom(seed: number): SeededRandom {
  const next = sfc32(seed);
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    seed,
    next,
    integer,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new RangeError('pick from no items');
      return items[integer(0, items.length - 1)]!;
    },
    shuffle(items) {
      const out = [...items];
      for (let last = out.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [out[last], out[other]] = [out[other]!, out[last]!];
      }
      return out;
    },
    fork: (label) => seededRandom(hash(`${seed}/${label}`)),
  };
}

/** Chris Doty-Humphrey's "small fast counter" generator: 128 bits of state, passes PractRand. */
function sfc32(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Seeds that differ in one bit start alike; a dozen rounds later nothing of that is left.
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
