/** 32-bit integers; also days since 1970-01-01, which `kind` tells apart for text output. */
export class Int32Column {
  readonly values: Int32Array;

  constructor(
    readonly kind: 'int32' | 'date32',
    capacity: number,
  ) {
    this.values = new Int32Array(capacity);
  }
}
