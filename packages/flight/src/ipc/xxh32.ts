const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

const rotateLeft = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

const round = (lane: number, word: number): number =>
  Math.imul(rotateLeft((lane + Math.imul(word, PRIME_2)) | 0, 13), PRIME_1);

/** xxHash, 32 bit: the checksum of the LZ4 frame format. The result is an unsigned number. */
export function xxh32(bytes: Uint8Array, seed = 0): number {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  let at = 0;
  let hash: number;
  if (length >= 16) {
    let lane1 = (seed + PRIME_1 + PRIME_2) | 0;
    let lane2 = (seed + PRIME_2) | 0;
    let lane3 = seed | 0;
    let lane4 = (seed - PRIME_1) | 0;
    for (; at + 16 <= length; at += 16) {
      lane1 = round(lane1, view.getInt32(at, true));
      lane2 = round(lane2, view.getInt32(at + 4, true));
      lane3 = round(lane3, view.getInt32(at + 8, true));
      lane4 = round(lane4, view.getInt32(at + 12, true));
    }
    hash = (rotateLeft(lane1, 1) + rotateLeft(lane2, 7) + rotateLeft(lane3, 12) + rotateLeft(lane4, 18)) | 0;
  } else {
    hash = (seed + PRIME_5) | 0;
  }
  hash = (hash + length) | 0;
  for (; at + 4 <= length; at += 4) {
    hash = Math.imul(rotateLeft((hash + Math.imul(view.getInt32(at, true), PRIME_3)) | 0, 17), PRIME_4);
  }
  for (; at < length; at += 1) {
    hash = Math.imul(rotateLeft((hash + Math.imul(bytes[at]!, PRIME_5)) | 0, 11), PRIME_1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
