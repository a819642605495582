/** 2^31 - 1, the modulus of the generator and the divisor that turns a state into a fraction. */
const MODULUS = 2147483647;
const MULTIPLIER = 16807;

/**
 * The state that follows `state`: `state * 16807 mod (2^31 - 1)`, in 32-bit integers only. The product has 46 bits; because
 * 2^31 = 1 (mod 2^31 - 1), its upper part is simply added to its lower 31 bits.
 */
export function nextState(state: number): number {
  const low = Math.imul(state & 0xffff, MULTIPLIER);
  const high = Math.imul(state >>> 16, MULTIPLIER) + (low >>> 16);
  const sum = ((low & 0xffff) | ((high & 0x7fff) << 16)) + (high >>> 15);
  return sum >= MODULUS ? sum - MODULUS : sum;
}

/** `a * b mod (2^31 - 1)`, in doubles that stay below 2^53. */
function multiply(a: number, b: number): number {
  const high = (a * Math.floor(b / 65536)) % MODULUS;
  return (high * 65536 + a * (b % 65536)) % MODULUS;
}

/** The state after `count` steps, in a logarithmic number of multiplications. */
export function advanceState(state: number, count: number): number {
  let result = state;
  let factor = MULTIPLIER;
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, factor);
    factor = multiply(factor, factor);
  }
  return result;
}

/** What a table asks of the random numbers behind a key column, whose generator depends on the scale. */
export interface KeyStream {
  /** An integer in [low, high]. */
  between(low: number, high: number): number;
  rowFinished(): void;
  skipRows(count: number): void;
}

/**
 * One column's random numbers: Park and Miller's generator, as dbgen uses it. Every row owns `drawsPerRow` numbers whether it uses
 * them or not, so that any row can be reached without generating those before it: 7 lines of at most 7 draws each reserve 7.
 */
export class RandomStream implements KeyStream {
  private state: number;
  private used = 0;

  constructor(
    seed: number,
    private readonly drawsPerRow: number,
  ) {
    this.state = seed;
  }

  /** An integer in [low, high]. The order of the floating point operations is part of the data's definition. */
  between(low: number, high: number): number {
    this.used += 1;
    this.state = nextState(this.state);
    return low + Math.floor((this.state / MODULUS) * (high - low + 1));
  }

  /**
   * A draw over all of [0, 2^31 - 1], which dbgen computes with a range that overflows to -2^31; the bits of the negative number are
   * what addresses are made of. A 32-bit signed integer.
   */
  bits(): number {
    this.used += 1;
    this.state = nextState(this.state);
    return Math.trunc((this.state / MODULUS) * -2147483648) | 0;
  }

  /** Leaves the numbers the row did not use behind. */
  rowFinished(): void {
    let left = this.drawsPerRow - this.used;
    this.used = 0;
    for (; left > 0; left -= 1) this.state = nextState(this.state);
  }

  /** Moves `count` rows on; only between rows. */
  skipRows(count: number): void {
    this.state = advanceState(this.state, this.drawsPerRow * count);
  }
}
