/**
 * Amounts with two decimals as 128-bit integers of hundredths; every amount fits in 32 bits. `whole` columns are decimals by type, but
 * their text has no decimals (`l_quantity` is `17`, not `17.00`).
 */
export class DecimalColumn {
  readonly words: Int32Array;

  constructor(
    capacity: number,
    readonly kind: 'decimal' | 'whole' = 'decimal',
  ) {
    this.words = new Int32Array(capacity * 4);
  }

  set(row: number, hundredths: number): void {
    const at = row * 4;
    const sign = hundredths >> 31;
    this.words[at] = hundredths;
    this.words[at + 1] = sign;
    this.words[at + 2] = sign;
    this.words[at + 3] = sign;
  }

  get(row: number): number {
    return this.words[row * 4]!;
  }
}
