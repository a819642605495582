import { DecodeError } from '@ballista-ts/core';

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt Arrow batch: ${what}`);

/** Whether row `index` is valid in a bitmap; no bitmap means all rows are. */
const isValid = (bitmap: Uint8Array | undefined, index: number): boolean =>
  bitmap === undefined || (bitmap[index >>> 3]! & (1 << (index & 7))) !== 0;

/** Counts zero bits in the first `length` bits. */
export function countNulls(bitmap: Uint8Array, length: number): number {
  let ones = 0;
  const fullBytes = length >>> 3;
  for (let index = 0; index < fullBytes; index += 1) {
    let byte = bitmap[index]!;
    byte -= (byte >>> 1) & 0x55;
    byte = (byte & 0x33) + ((byte >>> 2) & 0x33);
    ones += (byte + (byte >>> 4)) & 0x0f;
  }
  for (let index = fullBytes * 8; index < length; index += 1) if (isValid(bitmap, index)) ones += 1;
  return length - ones;
}

/** Checks that 32-bit offsets never step back and stay within `limit`; returns the last. */
export function checkOffsets32(offsets: Int32Array, limit: number, what: string): number {
  let last = 0;
  for (const offset of offsets) {
    if (offset < last) throw corrupt(`offsets of ${what} step back from ${last} to ${offset}`);
    last = offset;
  }
  if (last > limit) throw corrupt(`offsets of ${what} end at ${last}, there are ${limit}`);
  return last;
}

/** As {@link checkOffsets32}, for 64-bit offsets, read as halves because bigints are slow. */
export function checkOffsets64(bytes: Uint8Array, limit: number, what: string): number {
  const halves = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
  let last = 0;
  for (let index = 0; index < halves.length; index += 2) {
    const offset = halves[index]! + halves[index + 1]! * 0x1_0000_0000;
    if (offset < last || offset > limit) throw corrupt(`offset ${offset} of ${what} after ${last}, there are ${limit}`);
    last = offset;
  }
  return last;
}

/** Checks that every valid row of a dictionary column names an entry that exists. */
export function checkIndices(
  indices: ArrayLike<number> | BigInt64Array | BigUint64Array,
  length: number,
  bitmap: Uint8Array | undefined,
  entries: number,
  what: string,
): void {
  for (let row = 0; row < length; row += 1) {
    const index = Number(indices[row]!);
    if ((index < 0 || index >= entries) && isValid(bitmap, row)) {
      throw corrupt(`row ${row} of ${what} names entry ${index} of a dictionary of ${entries}`);
    }
  }
}

/** Checks that every valid view that is not inline points into one of the data buffers. */
export function checkViews(
  views: Uint8Array,
  length: number,
  bitmap: Uint8Array | undefined,
  buffers: readonly Uint8Array[],
  what: string,
): void {
  const view = new DataView(views.buffer, views.byteOffset, views.byteLength);
  for (let row = 0; row < length; row += 1) {
    if (!isValid(bitmap, row)) continue;
    const size = view.getInt32(row * 16, true);
    if (size < 0) throw corrupt(`row ${row} of ${what} has length ${size}`);
    if (size <= 12) continue;
    const buffer = buffers[view.getInt32(row * 16 + 8, true)];
    const offset = view.getInt32(row * 16 + 12, true);
    if (buffer === undefined || offset < 0 || offset + size > buffer.byteLength) {
      throw corrupt(`row ${row} of ${what} points outside its buffers`);
    }
  }
}

/** Checks the type ids of a union and, for a dense one, that offsets lie inside the children. */
export function checkUnion(
  typeIds: Int8Array,
  offsets: Int32Array | undefined,
  childLength: (typeId: number) => number | undefined,
  what: string,
): void {
  for (let row = 0; row < typeIds.length; row += 1) {
    const length = childLength(typeIds[row]!);
    const at = offsets === undefined ? row : offsets[row]!;
    if (length === undefined || at < 0 || at >= length) {
      throw corrupt(`row ${row} of ${what} points at row ${at} of child ${typeIds[row]}`);
    }
  }
}
