/** Registers of a sketch: 2^14, for a standard error of about 0.8 percent. */
const precision = 14;
const registerCount = 1 << precision;
/** Hash bits left after the register number. */
const rankBits = 64 - precision;
/** Up to this many values are kept as they are (their hashes), so small counts are exact. */
const sparseLimit = 1024;

/** Counts distinct 64-bit hashes approximately. Sketches merge; the count does not depend on order. */
export class HyperLogLog {
  #sparse: Set<bigint> | undefined = new Set();
  #registers: Uint8Array | undefined;

  /** @param high and @param low the two halves of a hash, each 32 bits unsigned */
  add(high: number, low: number): void {
    if (this.#registers !== undefined) {
      this.#addToRegister(high, low);
      return;
    }
    this.#sparse!.add((BigInt(high) << 32n) | BigInt(low));
    if (this.#sparse!.size > sparseLimit) this.#densify();
  }

  #densify(): void {
    this.#registers = new Uint8Array(registerCount);
    for (const hash of this.#sparse!) this.#addToRegister(Number(hash >> 32n), Number(hash & 0xffffffffn));
    this.#sparse = undefined;
  }

  #addToRegister(high: number, low: number): void {
    const register = high >>> (32 - precision);
    // Place of the first set bit among those left: 18 of the high half, then the low half.
    const rest = (high << precision) >>> 0;
    const rank = rest !== 0 ? Math.clz32(rest) + 1 : 32 - precision + Math.clz32(low) + 1;
    const registers = this.#registers!;
    if (rank > registers[register]!) registers[register] = rank;
  }

  /** 16384 registers, or fewer bytes: hashes of 8 bytes each. */
  toBytes(): Uint8Array {
    if (this.#registers !== undefined) return this.#registers.slice();
    const bytes = new Uint8Array(this.#sparse!.size * 8);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const hash of this.#sparse!) {
      view.setBigUint64(at, hash, true);
      at += 8;
    }
    return bytes;
  }

  mergeBytes(bytes: Uint8Array): void {
    if (bytes.length === registerCount) {
      if (this.#registers === undefined) this.#densify();
      const registers = this.#registers!;
      for (let index = 0; index < registerCount; index += 1) {
        if (bytes[index]! > registers[index]!) registers[index] = bytes[index]!;
      }
      return;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      this.add(view.getUint32(at + 4, true), view.getUint32(at, true));
    }
  }

  /** Exact while sparse; then Ertl's improved estimator, which needs no table of biases. */
  count(): number {
    if (this.#registers === undefined) return this.#sparse!.size;
    const histogram = new Array<number>(rankBits + 2).fill(0);
    for (const rank of this.#registers) histogram[rank]! += 1;
    let z = registerCount * tau(1 - histogram[rankBits + 1]! / registerCount);
    for (let rank = rankBits; rank >= 1; rank -= 1) z = 0.5 * (z + histogram[rank]!);
    z += registerCount * sigma(histogram[0]! / registerCount);
    return Math.round(((0.5 / Math.LN2) * registerCount * registerCount) / z);
  }
}

function sigma(start: number): number {
  if (start === 1) return Number.POSITIVE_INFINITY;
  let x = start;
  let y = 1;
  let z = x;
  for (let previous = Number.NaN; z !== previous; ) {
    x *= x;
    previous = z;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0;
  let x = start;
  let y = 1;
  let z = 1 - x;
  for (let previous = Number.NaN; z !== previous; ) {
    x = Math.sqrt(x);
    previous = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
