import { DecodeError } from '@ballista-ts/core';

/** Bytes that a protobuf varint of `value` takes. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += 1;
  return length;
}

/** Writes `value` as a varint at `at` and returns the position behind it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let position = at;
  let rest = value;
  while (rest >= 0x80) {
    bytes[position] = (rest % 0x80) | 0x80;
    position += 1;
    rest = Math.floor(rest / 0x80);
  }
  bytes[position] = rest;
  return position + 1;
}

/** Reads the fields of one protobuf message in order; lengths are checked against the end of the bytes. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.byteLength;
  }

  /** The next varint. Values over 2^53 lose digits, which no length or tag of ours has. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < 10; count += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new DecodeError('protobuf message ends inside a number');
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new DecodeError('protobuf message has a number of more than ten bytes');
  }

  /** A length-delimited field's bytes, as a view. */
  bytes(): Uint8Array {
    const length = this.varint();
    const end = this.#at + length;
    if (end > this.#bytes.byteLength) {
      throw new DecodeError(`protobuf field of ${length} bytes, ${this.#bytes.byteLength - this.#at} are left`);
    }
    const view = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return view;
  }

  /** Steps over a field of that wire type. */
  skip(wireType: number): void {
    if (wireType === 0) this.varint();
    else if (wireType === 1) this.#step(8);
    else if (wireType === 2) this.bytes();
    else if (wireType === 5) this.#step(4);
    else throw new DecodeError(`protobuf message has wire type ${wireType}`);
  }

  #step(length: number): void {
    if (this.#at + length > this.#bytes.byteLength) throw new DecodeError('protobuf message ends inside a number');
    this.#at += length;
  }
}
