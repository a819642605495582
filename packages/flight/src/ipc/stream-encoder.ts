import type { RecordBatch, Schema } from 'apache-arrow';
import type { IpcCompression } from './codecs.js';
import { type IpcMessage, IpcMessageEncoder } from './message-encoder.js';

export interface IpcEncodeOptions {
  /** @default 'none' */
  readonly compression?: IpcCompression;
}

/** Marks the end of a stream: continuation, then a length of zero. */
const endOfStream = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/** The chunks of one message as it stands in a stream or file: continuation, metadata length, metadata, padding, body. */
export function frameIpcMessage({ metadata, body }: IpcMessage): Uint8Array[] {
  // The body must start at a multiple of 8, so the metadata length counts its padding.
  const metadataLength = (metadata.byteLength + 7) & ~7;
  const head = new Uint8Array(8 + metadataLength);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0xffff_ffff, true);
  view.setUint32(4, metadataLength, true);
  head.set(metadata, 8);
  return [head, ...body];
}

/**
 * Writes one IPC stream chunk by chunk, without concatenating: what comes back belongs to a file or socket. Chunks of an
 * uncompressed batch are views of that batch's memory.
 */
export class IpcStreamEncoder {
  readonly #messages: IpcMessageEncoder;
  #bytes = 0;

  /** Await `ensureIpcCodecs()` before asking for a compression. */
  constructor(schema: Schema, { compression = 'none' }: IpcEncodeOptions = {}) {
    this.#messages = new IpcMessageEncoder(schema, compression);
  }

  /** Bytes handed out so far. */
  get byteLength(): number {
    return this.#bytes;
  }

  /** The schema message: first in the stream. */
  start(): Uint8Array[] {
    return this.#count(frameIpcMessage(this.#messages.encodeSchema()));
  }

  write(batch: RecordBatch): Uint8Array[] {
    return this.#count(this.#messages.encodeBatch(batch).flatMap(frameIpcMessage));
  }

  /** The end-of-stream mark. */
  finish(): Uint8Array[] {
    return this.#count([endOfStream]);
  }

  #count(chunks: Uint8Array[]): Uint8Array[] {
    for (const chunk of chunks) this.#bytes += chunk.byteLength;
    return chunks;
  }
}

/** One complete IPC stream of the batches, chunk by chunk. Await `ensureIpcCodecs()` before asking for a compression. */
export function* encodeIpcStream(
  schema: Schema,
  batches: Iterable<RecordBatch>,
  options: IpcEncodeOptions = {},
): Generator<Uint8Array, void, undefined> {
  const encoder = new IpcStreamEncoder(schema, options);
  yield* encoder.start();
  for (const batch of batches) yield* encoder.write(batch);
  yield* encoder.finish();
}
