import { RandomStream } from '../random/random-stream.js';
import type { StreamSeed } from '../random/seeds.js';
import { type WeightedWords, weightedWords } from './weighted-words.js';
import type { WeightedWord } from './word-lists.js';

/** Draws words of a list by weight. */
export class WordStream {
  readonly #stream: RandomStream;
  readonly #list: WeightedWords;
  /** Length of the longest word, in bytes. */
  readonly maxLength: number;

  constructor({ seed, drawsPerRow }: StreamSeed, list: readonly WeightedWord[]) {
    this.#stream = new RandomStream(seed, drawsPerRow);
    this.#list = weightedWords(list);
    this.maxLength = Math.max(...this.#list.words.map((word) => word.length));
  }

  next(): Uint8Array {
    const { pick, total, words } = this.#list;
    return words[pick[this.#stream.between(1, total) - 1]!]!;
  }

  rowFinished(): void {
    this.#stream.rowFinished();
  }

  skipRows(count: number): void {
    this.#stream.skipRows(count);
  }
}
