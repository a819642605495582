import type { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import type { StreamSeed } from '../random/seeds.js';

const ALPHABET = new TextEncoder().encode('0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,');
const MIN_LENGTH = 10;
/** Longest address, in bytes. */
export const MAX_ADDRESS_LENGTH = 40;

/** Addresses: 10 to 40 characters of a 64-letter alphabet, five from each number drawn, lowest bits first. */
export class AddressStream {
  readonly #stream: RandomStream;

  constructor({ seed, drawsPerRow }: StreamSeed) {
    this.#stream = new RandomStream(seed, drawsPerRow);
  }

  write(to: Utf8Column): void {
    const length = this.#stream.between(MIN_LENGTH, MAX_ADDRESS_LENGTH);
    let bits = 0;
    for (let i = 0; i < length; i += 1) {
      if (i % 5 === 0) bits = this.#stream.bits();
      to.appendByte(ALPHABET[bits & 63]!);
      bits >>= 6;
    }
    to.endRow();
  }

  rowFinished(): void {
    this.#stream.rowFinished();
  }

  skipRows(count: number): void {
    this.#stream.skipRows(count);
  }
}
