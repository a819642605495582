import { DecodeError, ResourcesExhaustedError } from '@ballista-ts/core';

/** One-shot zstd; `decompress` returns at most `expectedLength` bytes or throws. */
export interface ZstdFunctions {
  compress(input: Uint8Array, level: number): Uint8Array;
  decompress(input: Uint8Array, expectedLength: number): Uint8Array;
}

/** Level 1: shuffle data is written once and read once, so speed counts more than the last percent. */
const level = 1;
const magic = 0xfd2fb528;
/** The wasm build cannot report a failed allocation, so it is never asked for more than it surely has. */
const maxWasmBytes = 256 * 1024 * 1024;

interface NodeZstd {
  readonly zstdCompressSync: (input: Uint8Array, options: { params: Record<number, number> }) => Uint8Array;
  readonly zstdDecompressSync: (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
}

/** zstd of `node:zlib` where Node has it (22.15 and later), else the wasm build. */
export async function loadZstd(): Promise<ZstdFunctions> {
  const zlib = (await import('node:zlib')) as object as Partial<NodeZstd>;
  const { zstdCompressSync, zstdDecompressSync, constants } = zlib;
  if (zstdCompressSync !== undefined && zstdDecompressSync !== undefined && constants !== undefined) {
    return {
      compress: (input, one) => zstdCompressSync(input, { params: { [constants.ZSTD_c_compressionLevel]: one } }),
      decompress: (input, expectedLength) =>
        // A limit of zero is refused by Node, and an empty content needs one byte of room to be noticed.
        zstdDecompressSync(input, { maxOutputLength: Math.max(1, expectedLength) }),
    };
  }
  const wasm = await import('@bokuweb/zstd-wasm');
  await wasm.init();
  const bounded = (bytes: number): void => {
    if (bytes > maxWasmBytes) {
      throw new ResourcesExhaustedError(
        `a buffer of ${bytes} bytes is over the ${maxWasmBytes} that zstd handles on this Node version; use lz4, smaller batches, or Node 22.15 and later`,
      );
    }
  };
  return {
    compress(input, one) {
      bounded(input.length);
      return wasm.compress(input, one);
    },
    decompress(input, expectedLength) {
      bounded(input.length);
      bounded(expectedLength);
      return wasm.decompress(input, { defaultHeapSize: expectedLength });
    },
  };
}

/** Packs `input` into one zstd frame. */
export const encodeZstdFrame = (input: Uint8Array, zstd: ZstdFunctions): Uint8Array => zstd.compress(input, level);

/**
 * Unpacks one zstd frame of exactly `expectedLength` bytes. The frame's own content size is compared first, because decoders
 * allocate by it.
 *
 * @throws DecodeError when the bytes are no such frame.
 */
export function decodeZstdFrame(frame: Uint8Array, expectedLength: number, zstd: ZstdFunctions): Uint8Array {
  const announced = contentSize(frame);
  if (announced !== undefined && announced !== BigInt(expectedLength)) {
    throw corrupt(`it announces ${announced} bytes, expected ${expectedLength}`);
  }
  let output: Uint8Array;
  try {
    output = zstd.decompress(frame, expectedLength);
  } catch (cause) {
    if (cause instanceof ResourcesExhaustedError) throw cause;
    throw new DecodeError('corrupt zstd frame', { cause });
  }
  if (output.length !== expectedLength) throw corrupt(`it holds ${output.length} bytes, expected ${expectedLength}`);
  return output;
}

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt zstd frame: ${what}`);

/** The content size in a frame's header; undefined when the header does not tell it. */
function contentSize(frame: Uint8Array): bigint | undefined {
  if (frame.length < 6) throw corrupt('it ends inside its header');
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  if (view.getUint32(0, true) !== magic) throw corrupt('no magic number');
  const descriptor = frame[4]!;
  const sizeCode = descriptor >>> 6;
  const singleSegment = (descriptor & 0b10_0000) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const at = 5 + (singleSegment ? 0 : 1) + dictionaryBytes;
  const sizeBytes = sizeCode === 0 ? (singleSegment ? 1 : 0) : 1 << sizeCode;
  if (at + sizeBytes > frame.length) throw corrupt('it ends inside its header');
  switch (sizeBytes) {
    case 0:
      return undefined;
    case 1:
      return BigInt(view.getUint8(at));
    case 2:
      return BigInt(view.getUint16(at, true) + 256);
    case 4:
      return BigInt(view.getUint32(at, true));
    default:
      return view.getBigUint64(at, true);
  }
}
