import { DecodeError } from '@ballista-ts/core';

/**
 * A table of a FlatBuffer that may be hostile: every offset and length is checked against the buffer.
 * @throws DecodeError from any method
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #vtable: number;
  readonly #vtableSize: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
    this.#vtable = at - view.getInt32(check(view, at, 4), true);
    this.#vtableSize = view.getUint16(check(view, this.#vtable, 4), true);
    check(view, this.#vtable, this.#vtableSize);
  }

  /** The root table of a buffer. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(check(view, 0, 4), true));
  }

  byte(field: number, absent: number): number {
    const at = this.#field(field, 1);
    return at === undefined ? absent : this.#view.getUint8(at);
  }

  short(field: number, absent: number): number {
    const at = this.#field(field, 2);
    return at === undefined ? absent : this.#view.getInt16(at, true);
  }

  int(field: number, absent: number): number {
    const at = this.#field(field, 4);
    return at === undefined ? absent : this.#view.getInt32(at, true);
  }

  text(field: number): string | undefined {
    const vector = this.#vector(field, 1);
    if (vector === undefined) return undefined;
    const { start, length } = vector;
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, length));
  }

  table(field: number): FlatTable | undefined {
    const at = this.#field(field, 4);
    return at === undefined ? undefined : new FlatTable(this.#view, at + this.#view.getUint32(at, true));
  }

  tables(field: number): readonly FlatTable[] {
    const vector = this.#vector(field, 4);
    if (vector === undefined) return [];
    return Array.from({ length: vector.length }, (_one, index) => {
      const at = vector.start + index * 4;
      return new FlatTable(this.#view, at + this.#view.getUint32(at, true));
    });
  }

  #vector(field: number, itemSize: number): { start: number; length: number } | undefined {
    const at = this.#field(field, 4);
    if (at === undefined) return undefined;
    const start = at + this.#view.getUint32(at, true);
    const length = this.#view.getUint32(check(this.#view, start, 4), true);
    check(this.#view, start + 4, length * itemSize);
    return { start: start + 4, length };
  }

  #field(field: number, size: number): number | undefined {
    const entry = 4 + field * 2;
    if (entry + 2 > this.#vtableSize) return undefined;
    const offset = this.#view.getUint16(this.#vtable + entry, true);
    return offset === 0 ? undefined : check(this.#view, this.#at + offset, size);
  }
}

function check(view: DataView, at: number, length: number): number {
  if (at < 0 || at + length > view.byteLength) {
    throw new DecodeError(`bytes ${at} to ${at + length} are outside of the buffer of ${view.byteLength}`);
  }
  return at;
}
