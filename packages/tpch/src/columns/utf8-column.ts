const SPACE = 0x20;

/** Strings of at most `maxBytes` bytes, all ASCII. Rows are written in order: any number of appends, then `endRow`. */
export class Utf8Column {
  readonly kind = 'utf8';
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  #length = 0;
  #rows = 0;

  constructor(capacity: number, maxBytes: number) {
    this.offsets = new Int32Array(capacity + 1);
    this.bytes = new Uint8Array(capacity * maxBytes);
  }

  /** Bytes written so far: where the next append goes. */
  get length(): number {
    return this.#length;
  }

  append(word: Uint8Array): void {
    this.appendRange(word, 0, word.length);
  }

  /** Copies by hand: for pieces of this size that beats `set` with its subarray. */
  appendRange(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let to = this.#length;
    for (let at = start; at < end; at += 1) bytes[to++] = from[at]!;
    this.#length = to;
  }

  appendByte(byte: number): void {
    this.bytes[this.#length++] = byte;
  }

  appendSpace(): void {
    this.appendByte(SPACE);
  }

  /** Digits of a non-negative integer, with leading zeros up to `width`. */
  appendNumber(value: number, width: number): void {
    let digits = 1;
    for (let rest = Math.floor(value / 10); rest > 0; rest = Math.floor(rest / 10)) digits += 1;
    if (digits < width) digits = width;
    const start = this.#length;
    for (let at = start + digits - 1, rest = value; at >= start; at -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = 0x30 + (rest - next * 10);
      rest = next;
    }
    this.#length = start + digits;
  }

  endRow(): void {
    this.#rows += 1;
    this.offsets[this.#rows] = this.#length;
  }
}
