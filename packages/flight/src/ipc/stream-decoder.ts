import { DecodeError, ResourcesExhaustedError } from '@ballista-ts/core';
import type { RecordBatch, Schema } from 'apache-arrow';
import { ensureIpcCodecs } from './codecs.js';
import type { IpcLimits } from './limits.js';
import { IpcMessageDecoder, type PendingMessage } from './message-decoder.js';

const continuation = 0xffff_ffff;
const prefixLength = 8;

/**
 * Decodes IPC streams from blocks of any size, in time proportional to the bytes. Complete streams may follow each other: after
 * an end-of-stream mark the next one begins, until the input ends. That is what a segment of a sort shuffle file is (every spill
 * a stream of its own), and zero streams are an empty segment.
 *
 * A block belongs to the decoder once it was pushed: batches are views of it where its bytes lie aligned, copies elsewhere.
 */
export class IpcStreamDecoder {
  readonly #messages: IpcMessageDecoder;
  /** What comes next, how many bytes of it there are, and how many of them have arrived. */
  #state: 'prefix' | 'metadata' | 'body' = 'prefix';
  #size = prefixLength;
  #filled = 0;
  /** Where they are collected; a body gets its memory with its first byte, and only when it cannot be a view. */
  #target: Uint8Array | undefined;
  #pending: PendingMessage | undefined;
  /** Whether something other than a schema came since the last end-of-stream mark: then the mark is due. */
  #open = false;
  #bytes = 0;

  constructor(limits: Partial<IpcLimits> = {}) {
    this.#messages = new IpcMessageDecoder(limits);
  }

  /** Of the first stream, once its schema message has arrived. */
  get schema(): Schema | undefined {
    return this.#messages.schema;
  }

  /** Bytes pushed so far. */
  get byteLength(): number {
    return this.#bytes;
  }

  /**
   * Takes the next bytes and gives the batches they complete. Iterate it to its end before pushing more.
   * @throws DecodeError, ResourcesExhaustedError. The decoder is of no further use then.
   */
  *push(block: Uint8Array): Generator<RecordBatch, void, undefined> {
    this.#bytes += block.byteLength;
    let at = 0;
    for (;;) {
      const missing = this.#size - this.#filled;
      const available = block.byteLength - at;
      if (this.#filled === 0 && available >= missing && (this.#state === 'prefix' || isAligned(block, at))) {
        const whole = block.subarray(at, at + missing);
        at += missing;
        yield* this.#done(whole);
      } else {
        if (available === 0) return;
        const take = Math.min(missing, available);
        this.#target ??= allocate(this.#size);
        this.#target.set(block.subarray(at, at + take), this.#filled);
        this.#filled += take;
        at += take;
        if (take < missing) return;
        yield* this.#done(this.#target);
      }
    }
  }

  /** Says that the input has ended. @throws DecodeError when it ended in the middle of a stream. */
  finish(): void {
    if (this.#state !== 'prefix' || this.#filled > 0) {
      throw new DecodeError(
        `Arrow stream ended after ${this.#bytes} bytes in the middle of a message: ${this.#size - this.#filled} more bytes of its ${this.#state} were expected`,
      );
    }
    if (this.#open) {
      throw new DecodeError(`Arrow stream ended after ${this.#bytes} bytes without its end-of-stream mark`);
    }
  }

  #expect(state: 'prefix' | 'metadata' | 'body', size: number): void {
    this.#state = state;
    this.#size = size;
    this.#filled = 0;
    this.#target = undefined;
  }

  *#done(bytes: Uint8Array): Generator<RecordBatch, void, undefined> {
    switch (this.#state) {
      case 'prefix':
        this.#prefixDone(bytes);
        return;
      case 'metadata':
        this.#pending = this.#messages.begin(bytes);
        if (this.#pending.kind !== 'schema') this.#open = true;
        this.#expect('body', this.#pending.bodyLength);
        return;
      case 'body': {
        const batch = this.#messages.complete(this.#pending!, bytes);
        this.#pending = undefined;
        this.#expect('prefix', prefixLength);
        if (batch !== undefined) yield batch;
      }
    }
  }

  #prefixDone(prefix: Uint8Array): void {
    const view = new DataView(prefix.buffer, prefix.byteOffset, prefixLength);
    const first = view.getUint32(0, true);
    if (first !== continuation) {
      throw new DecodeError(
        `not an Arrow stream: expected a continuation marker, found 0x${first.toString(16)} before byte ${this.#bytes} (the random-access format and streams of Arrow before 0.15 are not read here)`,
      );
    }
    const length = view.getInt32(4, true);
    if (length === 0) {
      this.#open = false;
      this.#expect('prefix', prefixLength);
      return;
    }
    const { maxMetadataBytes } = this.#messages.limits;
    if (length < 0) throw new DecodeError(`corrupt Arrow stream: metadata of ${length} bytes`);
    if (length > maxMetadataBytes) {
      throw new ResourcesExhaustedError(`Arrow metadata of ${length} bytes is over the limit of ${maxMetadataBytes}`);
    }
    this.#expect('metadata', length);
  }
}

const isAligned = (block: Uint8Array, at: number): boolean => (block.byteOffset + at) % 8 === 0;
/** Memory of its own, so that it starts aligned; every byte is filled before anybody sees it. */
const allocate = (length: number): Uint8Array => {
  const buffer = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, length);
};

/**
 * The batches of a byte stream: {@link IpcStreamDecoder} as a loop. Loads the codecs. Leaving the loop early closes `blocks`.
 */
export async function* decodeIpcStream(
  blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: Partial<IpcLimits> = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  await ensureIpcCodecs();
  const decoder = new IpcStreamDecoder(limits);
  for await (const block of blocks) yield* decoder.push(block);
  decoder.finish();
}
