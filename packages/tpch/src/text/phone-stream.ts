import type { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import type { StreamSeed } from '../random/seeds.js';

const DASH = 0x2d;
/** Length of every phone number, in bytes. */
export const PHONE_LENGTH = 15;

/** Phone numbers: country code (nation + 10), then three random groups: `27-918-335-1736`. */
export class PhoneStream {
  readonly #stream: RandomStream;

  constructor({ seed, drawsPerRow }: StreamSeed) {
    this.#stream = new RandomStream(seed, drawsPerRow);
  }

  write(to: Utf8Column, nation: number): void {
    to.appendNumber(10 + nation, 2);
    to.appendByte(DASH);
    to.appendNumber(this.#stream.between(100, 999), 3);
    to.appendByte(DASH);
    to.appendNumber(this.#stream.between(100, 999), 3);
    to.appendByte(DASH);
    to.appendNumber(this.#stream.between(1000, 9999), 4);
    to.endRow();
  }

  rowFinished(): void {
    this.#stream.rowFinished();
  }

  skipRows(count: number): void {
    this.#stream.skipRows(count);
  }
}
