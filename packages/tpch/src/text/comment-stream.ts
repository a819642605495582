import type { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import type { StreamSeed } from '../random/seeds.js';

/** Comments: a piece of the text pool of 0.4 to 1.6 times the average length, at any offset. */
export class CommentStream {
  readonly #stream: RandomStream;
  readonly #lastOffset: number;
  readonly #minLength: number;
  readonly #maxLength: number;

  constructor(
    private readonly pool: Uint8Array,
    { seed, drawsPerRow }: StreamSeed,
    averageLength: number,
  ) {
    this.#stream = new RandomStream(seed, drawsPerRow);
    this.#minLength = Math.floor(averageLength * 0.4);
    this.#maxLength = Math.floor(averageLength * 1.6);
    this.#lastOffset = pool.length - this.#maxLength;
  }

  /** Longest possible comment, in bytes. */
  get maxLength(): number {
    return this.#maxLength;
  }

  /** Appends one comment; the caller ends the row. */
  write(to: Utf8Column): void {
    const offset = this.#stream.between(0, this.#lastOffset);
    const length = this.#stream.between(this.#minLength, this.#maxLength);
    to.appendRange(this.pool, offset, offset + length);
  }

  rowFinished(): void {
    this.#stream.rowFinished();
  }

  skipRows(count: number): void {
    this.#stream.skipRows(count);
  }
}
