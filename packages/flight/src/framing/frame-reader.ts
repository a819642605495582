import { DecodeError, NotYetSupportedError, ResourcesExhaustedError } from '@ballista-ts/core';
import { grpcPrefixLength } from './messages.js';

export interface FrameReaderOptions {
  /** Largest message that is accepted, in bytes. */
  readonly maxMessageBytes: number;
  /** Where in a message of that length its bulk begins: it will lie at a multiple of 8. @default the beginning */
  readonly bulkOffset?: (messageLength: number) => number;
}

/**
 * Cuts a byte stream into gRPC messages. Each message gets one buffer of its size, allocated from its length prefix, and each byte
 * is copied once.
 */
export class GrpcFrameReader {
  readonly #options: FrameReaderOptions;
  readonly #prefix = new Uint8Array(grpcPrefixLength);
  #prefixFilled = 0;
  #message: Uint8Array | undefined;
  #filled = 0;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /** Whether the bytes so far end at a message boundary. */
  get atBoundary(): boolean {
    return this.#prefixFilled === 0 && this.#message === undefined;
  }

  /** The messages that these bytes complete. @throws ResourcesExhaustedError, NotYetSupportedError, DecodeError */
  push(chunk: Uint8Array): Uint8Array[] {
    const complete: Uint8Array[] = [];
    let at = 0;
    while (at < chunk.byteLength) {
      if (this.#message === undefined) {
        const take = Math.min(grpcPrefixLength - this.#prefixFilled, chunk.byteLength - at);
        this.#prefix.set(chunk.subarray(at, at + take), this.#prefixFilled);
        this.#prefixFilled += take;
        at += take;
        if (this.#prefixFilled < grpcPrefixLength) break;
        this.#message = this.#allocate();
        this.#filled = 0;
      }
      const message = this.#message;
      const take = Math.min(message.byteLength - this.#filled, chunk.byteLength - at);
      message.set(chunk.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled === message.byteLength) {
        complete.push(message);
        this.#message = undefined;
        this.#prefixFilled = 0;
      }
    }
    return complete;
  }

  #allocate(): Uint8Array {
    const flag = this.#prefix[0]!;
    if (flag === 1) throw new NotYetSupportedError('compressed gRPC messages', 'send grpc-encoding: identity');
    if (flag !== 0) throw new DecodeError(`not a gRPC message: its first byte is ${flag}`);
    const length = new DataView(this.#prefix.buffer).getUint32(1);
    const { maxMessageBytes, bulkOffset } = this.#options;
    if (length > maxMessageBytes) {
      throw new ResourcesExhaustedError(`a gRPC message of ${length} bytes is over the limit of ${maxMessageBytes}`);
    }
    const shift = (8 - ((bulkOffset?.(length) ?? 0) % 8)) % 8;
    // Every byte is overwritten before the message is handed out.
    const buffer = Buffer.allocUnsafeSlow(length + shift);
    return new Uint8Array(buffer.buffer, buffer.byteOffset + shift, length);
  }
}
