import { DecodeError } from '@ballista-ts/core';

const entryBytes = 8;
/** Over a million partitions; nobody has them, and the index is read whole. */
export const maxIndexBytes = 16 * 1024 * 1024;

/**
 * The index of a sort file with K partitions: K+1 offsets, little endian, 64 bit. Partition p lies in `[offsets[p], offsets[p + 1])` of
 * the data file, the schema header in `[0, offsets[0])`.
 */
export function encodeIndex(offsets: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(offsets.length * entryBytes);
  const view = new DataView(bytes.buffer);
  offsets.forEach((offset, index) => {
    view.setBigInt64(index * entryBytes, BigInt(offset), true);
  });
  return bytes;
}

/**
 * Reads an index and holds it against the size of its data file.
 * @throws DecodeError when it is no index of that file
 */
export function decodeIndex(bytes: Uint8Array, dataLength: number): number[] {
  if (bytes.byteLength % entryBytes !== 0) {
    throw new DecodeError(`Invalid index file size: ${bytes.byteLength} (must be multiple of 8)`);
  }
  const entries = bytes.byteLength / entryBytes;
  if (entries < 2) throw new DecodeError(`Index file too small: ${entries} entries (need at least 2)`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const offsets: number[] = [];
  let last = 0;
  for (let index = 0; index < entries; index += 1) {
    const offset = Number(view.getBigInt64(index * entryBytes, true));
    if (offset < last || offset > dataLength) {
      throw new DecodeError(`index entry ${index} is ${offset}, after ${last}, in a data file of ${dataLength} bytes`);
    }
    offsets.push(offset);
    last = offset;
  }
  if (last !== dataLength) throw new DecodeError(`the index ends at ${last}, its data file at ${dataLength}`);
  return offsets;
}
