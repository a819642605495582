import type { KeyStream } from './random-stream.js';

const MULTIPLIER = 6364136223846793005n;
const INCREMENT = 1n;

/**
 * The 64-bit generator that takes over for customer and part keys from scale 30,000 on, where 31 bits no longer reach every key.
 * Slow (BigInt), which hardly matters at a size that nobody generates on one machine.
 */
export class RandomStream64 implements KeyStream {
  #state: bigint;
  #used = 0;

  constructor(
    seed: number,
    private readonly drawsPerRow: number,
  ) {
    this.#state = BigInt(seed);
  }

  between(low: number, high: number): number {
    this.#used += 1;
    this.#state = BigInt.asIntN(64, this.#state * MULTIPLIER + INCREMENT);
    const magnitude = this.#state < 0n ? -this.#state : this.#state;
    return low + Number(magnitude % BigInt(high - low + 1));
  }

  rowFinished(): void {
    this.#advance(this.drawsPerRow - this.#used);
    this.#used = 0;
  }

  skipRows(count: number): void {
    this.#advance(this.drawsPerRow * count);
  }

  /** `n` steps at once: x(n) = a^n x + (a^(n-1) + ... + a + 1) c, by repeated squaring. */
  #advance(count: number): void {
    let factor = MULTIPLIER;
    let addend = INCREMENT;
    let resultFactor = 1n;
    let resultAddend = 0n;
    for (let left = BigInt(count); left > 0n; left >>= 1n) {
      if (left & 1n) {
        resultAddend = BigInt.asUintN(64, resultAddend * factor + addend);
        resultFactor = BigInt.asUintN(64, resultFactor * factor);
      }
      addend = BigInt.asUintN(64, addend * factor + addend);
      factor = BigInt.asUintN(64, factor * factor);
    }
    this.#state = BigInt.asIntN(64, this.#state * resultFactor + resultAddend);
  }
}
