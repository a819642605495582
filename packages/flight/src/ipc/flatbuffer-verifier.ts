import { DecodeError } from '@ballista-ts/core';

/** What stands in a slot of a flatbuffer table. */
export type SlotShape =
  /** A number of that many bytes, inline. */
  | { readonly is: 'scalar'; readonly bytes: number }
  | { readonly is: 'string' }
  /** A vector of inline items (numbers, structs) of that many bytes. */
  | { readonly is: 'vector'; readonly itemBytes: number }
  | { readonly is: 'table'; readonly of: () => TableShape }
  | { readonly is: 'tables'; readonly of: () => TableShape }
  /** A table whose shape is chosen by the one-byte slot in front of it. */
  | { readonly is: 'union'; readonly of: (tag: number) => TableShape | undefined };

/** Slots by their number; unknown higher slots are ignored, as flatbuffers wants it. */
export type TableShape = readonly SlotShape[];

/** Shapes are trees in practice; a hostile buffer can point a thousand parents at one child, or nest for ever. */
const maxTables = 200_000;
const maxDepth = 64;

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt Arrow metadata: ${what}`);

/**
 * Checks every offset, length and count in a flatbuffer before anything reads it. The generated accessors read whatever an
 * offset points at (`undefined | 0` beyond the end) and loop up to any count, so unchecked bytes could hang or exhaust the
 * process. Afterwards a reader of that shape stays inside the buffer.
 *
 * @throws DecodeError
 */
export function verifyFlatbuffer(bytes: Uint8Array, root: TableShape): void {
  new Verifier(bytes).root(root);
}

class Verifier {
  readonly #view: DataView;
  readonly #length: number;
  #tables = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#length = bytes.byteLength;
  }

  root(shape: TableShape): void {
    if (this.#length < 8) throw corrupt(`${this.#length} bytes`);
    this.#table(this.#follow(0), shape, 0);
  }

  /** Where the unsigned offset at `position` points. */
  #follow(position: number): number {
    const offset = this.#uint32(position);
    const target = position + offset;
    // An offset of zero would be a structure that contains itself.
    if (offset === 0 || target > this.#length - 4)
      throw corrupt(`offset ${offset} at ${position} of ${this.#length} bytes`);
    return target;
  }

  #table(position: number, shape: TableShape, depth: number): void {
    this.#tables += 1;
    if (this.#tables > maxTables) throw corrupt(`more than ${maxTables} tables`);
    if (depth > maxDepth) throw corrupt(`nested deeper than ${maxDepth}`);
    const vtable = position - this.#int32(position);
    if (vtable < 0 || vtable > this.#length - 4) throw corrupt(`a vtable at ${vtable} of ${this.#length} bytes`);
    const vtableBytes = this.#view.getUint16(vtable, true);
    const tableBytes = this.#view.getUint16(vtable + 2, true);
    if (vtableBytes < 4 || vtableBytes % 2 !== 0 || vtable + vtableBytes > this.#length) {
      throw corrupt(`a vtable of ${vtableBytes} bytes at ${vtable}`);
    }
    if (tableBytes < 4 || position + tableBytes > this.#length)
      throw corrupt(`a table of ${tableBytes} bytes at ${position}`);
    const slotPosition = (slot: number, size: number): number | undefined => {
      const entry = 4 + slot * 2;
      if (entry + 2 > vtableBytes) return undefined;
      const offset = this.#view.getUint16(vtable + entry, true);
      if (offset === 0) return undefined;
      if (offset < 4 || offset + size > tableBytes) throw corrupt(`slot ${slot} lies outside its table at ${position}`);
      return position + offset;
    };
    shape.forEach((slot, number) => {
      const at = slotPosition(number, slot.is === 'scalar' ? slot.bytes : 4);
      if (at === undefined || slot.is === 'scalar') return;
      if (slot.is === 'union') {
        const tagAt = slotPosition(number - 1, 1);
        const tag = tagAt === undefined ? 0 : this.#view.getUint8(tagAt);
        const chosen = slot.of(tag);
        // An unknown variant is for the caller to refuse by name; nobody follows its offset before that.
        if (chosen !== undefined) this.#table(this.#follow(at), chosen, depth + 1);
        return;
      }
      const target = this.#follow(at);
      if (slot.is === 'table') this.#table(target, slot.of(), depth + 1);
      else if (slot.is === 'string') this.#vector(target, 1);
      else if (slot.is === 'vector') this.#vector(target, slot.itemBytes);
      else {
        const count = this.#vector(target, 4);
        for (let item = 0; item < count; item += 1) {
          this.#table(this.#follow(target + 4 + item * 4), slot.of(), depth + 1);
        }
      }
    });
  }

  /** The number of items of the vector at `position`, all of which lie inside the buffer. */
  #vector(position: number, itemBytes: number): number {
    const count = this.#uint32(position);
    if (count * itemBytes > this.#length - position - 4) {
      throw corrupt(`${count} items of ${itemBytes} bytes at ${position} of ${this.#length} bytes`);
    }
    return count;
  }

  #uint32(position: number): number {
    if (position > this.#length - 4) throw corrupt(`a number at ${position} of ${this.#length} bytes`);
    return this.#view.getUint32(position, true);
  }

  #int32(position: number): number {
    if (position > this.#length - 4) throw corrupt(`a number at ${position} of ${this.#length} bytes`);
    return this.#view.getInt32(position, true);
  }
}

/**
 * A 16-bit number reached through table slots: `slots` leads from the root table through sub-tables to the number. Only for
 * buffers that {@link verifyFlatbuffer} has passed. Undefined when a slot is absent: it then has its default.
 */
export function readInt16(bytes: Uint8Array, slots: readonly number[]): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = view.getUint32(0, true);
  for (const [step, slot] of slots.entries()) {
    const vtable = position - view.getInt32(position, true);
    const entry = 4 + slot * 2;
    const offset = entry + 2 > view.getUint16(vtable, true) ? 0 : view.getUint16(vtable + entry, true);
    if (offset === 0) return undefined;
    position += offset;
    if (step === slots.length - 1) return view.getInt16(position, true);
    position += view.getUint32(position, true);
  }
  return undefined;
}
