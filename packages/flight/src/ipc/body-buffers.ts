import { DecodeError, ResourcesExhaustedError } from '@ballista-ts/core';
import type { IpcCodec } from './codecs.js';

export interface BufferRange {
  readonly offset: number;
  readonly length: number;
}

const nothing = new Uint8Array(0);
const prefixLength = 8;

/**
 * Hands out the buffers of one message body in order, unpacked and checked. A buffer that is wanted as 4- or 8-byte numbers
 * starts at a multiple of 8 in its memory: those of an aligned body are views of it, all others are copied.
 */
export class BodyBuffers {
  readonly #body: Uint8Array;
  readonly #ranges: readonly BufferRange[];
  readonly #codec: IpcCodec | undefined;
  #next = 0;
  #budget: number;

  constructor(
    body: Uint8Array,
    ranges: readonly BufferRange[],
    codec: IpcCodec | undefined,
    maxUncompressedBytes: number,
  ) {
    this.#body = body;
    this.#ranges = ranges;
    this.#codec = codec;
    this.#budget = maxUncompressedBytes;
  }

  get remaining(): number {
    return this.#ranges.length - this.#next;
  }

  /**
   * The next buffer, cut to `bytes` when that is given (padding and spare room are dropped).
   * @throws DecodeError when it is missing, outside the body, or shorter than that.
   */
  take(what: string, bytes?: number): Uint8Array {
    const range = this.#ranges[this.#next];
    if (range === undefined) throw new DecodeError(`corrupt Arrow batch: no buffer left for ${what}`);
    this.#next += 1;
    const unpacked = this.#unpack(range, what);
    if (bytes === undefined) return unpacked;
    if (unpacked.byteLength < bytes) {
      throw new DecodeError(`corrupt Arrow batch: ${what} has ${unpacked.byteLength} bytes, ${bytes} are needed`);
    }
    return unpacked.subarray(0, bytes);
  }

  #unpack({ offset, length }: BufferRange, what: string): Uint8Array {
    if (length === 0) return nothing;
    if (offset < 0 || length < 0 || offset + length > this.#body.byteLength) {
      throw new DecodeError(
        `corrupt Arrow batch: ${what} lies at ${offset}, ${length} bytes, in a body of ${this.#body.byteLength} bytes`,
      );
    }
    const bytes = this.#body.subarray(offset, offset + length);
    if (this.#codec === undefined) return aligned(bytes);
    if (length < prefixLength)
      throw new DecodeError(`corrupt Arrow batch: compressed ${what} has only ${length} bytes`);
    const announced = new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true);
    const packed = bytes.subarray(prefixLength);
    if (announced === -1n) return aligned(packed);
    if (announced < 0n) throw new DecodeError(`corrupt Arrow batch: ${what} announces ${announced} bytes`);
    if (announced > BigInt(this.#budget)) {
      throw new ResourcesExhaustedError(
        `an Arrow message unpacks to more than the decoder's limit: ${what} announces ${announced} bytes, ${this.#budget} are left`,
      );
    }
    this.#budget -= Number(announced);
    if (announced === 0n) return nothing;
    return aligned(this.#codec.decode(packed, Number(announced)));
  }
}

const aligned = (bytes: Uint8Array): Uint8Array => (bytes.byteOffset % 8 === 0 ? bytes : bytes.slice());
