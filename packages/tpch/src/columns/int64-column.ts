const TWO_32 = 4294967296;

/** Non-negative 64-bit integers below 2^53, written as two words each: storing a BigInt costs several times as much. */
export class Int64Column {
  readonly kind = 'int64';
  readonly words: Int32Array;

  constructor(capacity: number) {
    this.words = new Int32Array(capacity * 2);
  }

  set(row: number, value: number): void {
    this.words[row * 2] = value | 0;
    this.words[row * 2 + 1] = value < TWO_32 ? 0 : Math.floor(value / TWO_32);
  }

  get(row: number): number {
    return (this.words[row * 2]! >>> 0) + this.words[row * 2 + 1]! * TWO_32;
  }
}
