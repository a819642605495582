import { DecodeError } from '@ballista-ts/core';
import { decodeLz4Block } from './lz4-block.js';
import { xxh32 } from './xxh32.js';

/** The block functions of `lz4-wasm-nodejs`: both sides carry the uncompressed length in front, 4 bytes little endian. */
export interface Lz4BlockFunctions {
  compress(input: Uint8Array): Uint8Array;
  decompress(input: Uint8Array): Uint8Array;
}

const magic = 0x184d2204;
/** Version 1, independent blocks, content size present; no block checksum, content checksum or dictionary. */
const ourFlags = 0b0110_1000;
const headerLength = 15;
const endMarkLength = 4;
const storedBit = 0x8000_0000;
const maxMatchOffset = 65_535;

/** Block size codes of the frame format; a decoder may allocate by them, so the smallest that fits is written. */
const blockSizes: readonly (readonly [code: number, bytes: number])[] = [
  [4, 64 * 1024],
  [5, 256 * 1024],
  [6, 1024 * 1024],
  [7, 4 * 1024 * 1024],
];

/** Packs `input` into one LZ4 frame with its content size, in blocks of at most 4 MiB. */
export function encodeLz4Frame(input: Uint8Array, { compress }: Lz4BlockFunctions): Uint8Array {
  const [code, blockSize] = blockSizes.find(([, bytes]) => input.length <= bytes) ?? blockSizes[blockSizes.length - 1]!;
  const blocks: { readonly bytes: Uint8Array; readonly stored: boolean }[] = [];
  let total = headerLength + endMarkLength;
  for (let start = 0; start < input.length; start += blockSize) {
    const raw = input.subarray(start, start + blockSize);
    const packed = compress(raw).subarray(4);
    const stored = packed.length >= raw.length;
    const bytes = stored ? raw : packed;
    blocks.push({ bytes, stored });
    total += 4 + bytes.length;
  }
  const frame = new Uint8Array(total);
  const view = new DataView(frame.buffer);
  view.setUint32(0, magic, true);
  frame[4] = ourFlags;
  frame[5] = code << 4;
  view.setBigUint64(6, BigInt(input.length), true);
  frame[14] = (xxh32(frame.subarray(4, 14)) >>> 8) & 0xff;
  let at = headerLength;
  for (const { bytes, stored } of blocks) {
    view.setUint32(at, stored ? bytes.length + storedBit : bytes.length, true);
    frame.set(bytes, at + 4);
    at += 4 + bytes.length;
  }
  return frame; // the end mark is the zeros that are there already
}

interface FrameHeader {
  readonly length: number;
  readonly blockSize: number;
  readonly linked: boolean;
  readonly blockChecksum: boolean;
  readonly contentChecksum: boolean;
}

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt LZ4 frame: ${what}`);

/**
 * Unpacks one LZ4 frame of exactly `expectedLength` bytes. Blocks that a frame links to each other (the C library's default)
 * are decoded in TypeScript, all others by wasm. Checksums that are present are checked.
 *
 * Measured trap: `@foxglove/wasm-lz4`, which is faster, keeps one decompression context and never resets it, so that one
 * corrupt frame makes every later decode of the process fail. Nothing here outlives a call.
 *
 * @throws DecodeError when the bytes are no such frame.
 */
export function decodeLz4Frame(
  frame: Uint8Array,
  expectedLength: number,
  { decompress }: Lz4BlockFunctions,
): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const header = readHeader(frame, view, expectedLength);
  let at = header.length;
  let output: Uint8Array | undefined;
  let written = 0;
  const room = (): Uint8Array => {
    output ??= new Uint8Array(expectedLength);
    return output;
  };
  for (;;) {
    if (at + 4 > frame.length) throw corrupt('no end mark');
    const word = view.getUint32(at, true);
    at += 4;
    if (word === 0) break;
    const stored = word >= storedBit;
    const size = stored ? word - storedBit : word;
    if (at + size > frame.length) throw corrupt(`a block of ${size} bytes, ${frame.length - at} left`);
    const block = frame.subarray(at, at + size);
    at += size;
    if (header.blockChecksum) {
      if (at + 4 > frame.length) throw corrupt('it ends inside a block checksum');
      if (xxh32(block) !== view.getUint32(at, true)) throw corrupt('a block checksum does not match');
      at += 4;
    }
    const left = expectedLength - written;
    if (stored) {
      if (size > left) throw corrupt(tooMany(expectedLength));
      room().set(block, written);
      written += size;
    } else {
      const bytes = header.linked ? undefined : unpackFull(block, Math.min(left, header.blockSize), decompress);
      if (bytes === undefined) {
        const historyStart = header.linked ? Math.max(0, written - maxMatchOffset) : written;
        written = decodeLz4Block(block, room(), written, historyStart);
      } else {
        // One block that is the whole buffer is the common case: hand out what wasm gave, without a copy.
        if (bytes.length === expectedLength) output = bytes;
        else room().set(bytes, written);
        written += bytes.length;
      }
    }
  }
  if (written !== expectedLength) throw corrupt(`it holds ${written} bytes, ${expectedLength} were announced`);
  if (header.contentChecksum) {
    if (at + 4 > frame.length) throw corrupt('it ends inside the content checksum');
    if (xxh32(room()) !== view.getUint32(at, true)) throw corrupt('the content checksum does not match');
    at += 4;
  }
  if (at !== frame.length) throw corrupt(`${frame.length - at} bytes after its end`);
  return room();
}

const tooMany = (expected: number): string => `it holds more than the ${expected} bytes that were announced`;

function readHeader(frame: Uint8Array, view: DataView, expectedLength: number): FrameHeader {
  if (frame.length < 7 || view.getUint32(0, true) !== magic) throw corrupt('no magic number');
  const flags = frame[4]!;
  if (flags >>> 6 !== 1) throw corrupt(`version ${flags >>> 6}, expected 1`);
  const hasContentSize = (flags & 0b1000) !== 0;
  const hasDictionary = (flags & 1) !== 0;
  if (hasDictionary) throw corrupt('it needs a dictionary');
  const length = 7 + (hasContentSize ? 8 : 0);
  if (frame.length < length) throw corrupt('it ends inside its header');
  if (((xxh32(frame.subarray(4, length - 1)) >>> 8) & 0xff) !== frame[length - 1]!) {
    throw corrupt('the header checksum does not match');
  }
  if (hasContentSize && view.getBigUint64(6, true) !== BigInt(expectedLength)) {
    throw corrupt(`it announces ${view.getBigUint64(6, true)} bytes, expected ${expectedLength}`);
  }
  const code = (frame[5]! >>> 4) & 7;
  const blockSize = blockSizes.find(([one]) => one === code)?.[1];
  if (blockSize === undefined) throw corrupt(`block size code ${code}`);
  return {
    length,
    blockSize,
    linked: (flags & 0b10_0000) === 0,
    blockChecksum: (flags & 0b1_0000) !== 0,
    contentChecksum: (flags & 0b100) !== 0,
  };
}

/**
 * Unpacks an independent block by wasm, which must be told the exact length: all blocks but the last are full in practice. A
 * frame may still hold short blocks in the middle, and a corrupt block deserves a precise message: both go the other way.
 */
function unpackFull(
  block: Uint8Array,
  length: number,
  decompress: Lz4BlockFunctions['decompress'],
): Uint8Array | undefined {
  const prefixed = new Uint8Array(block.length + 4);
  new DataView(prefixed.buffer).setUint32(0, length, true);
  prefixed.set(block, 4);
  try {
    return decompress(prefixed);
  } catch {
    return undefined;
  }
}
