import type { WeightedWord } from './word-lists.js';

/** A word list prepared for drawing: `pick[n - 1]` is the word for the draw `n` in [1, total]. */
export interface WeightedWords {
  readonly total: number;
  readonly pick: Uint8Array;
  /** The words, ASCII. */
  readonly words: readonly Uint8Array[];
}

const encoder = new TextEncoder();

/** Expands weights to a lookup table. At most 256 words, which every list keeps to. */
export function weightedWords(list: readonly WeightedWord[]): WeightedWords {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0);
  const pick = new Uint8Array(total);
  let at = 0;
  for (const [index, [, weight]] of list.entries()) {
    pick.fill(index, at, at + weight);
    at += weight;
  }
  return { total, pick, words: list.map(([word]) => encoder.encode(word)) };
}
