import { randomUUID } from 'node:crypto';
import { InvalidArgumentError, NotYetSupportedError, ShuffleFileKind } from '@ballista-ts/core';
import { decodeAction } from './action.js';
import type { FlightCallContext, FlightService } from './flight-service.js';
import type { FlightFrame } from './framing/messages.js';
import { ensureIpcCodecs, type IpcCompression } from './ipc/codecs.js';
import type { IpcLimits } from './ipc/limits.js';
import { IpcMessageEncoder } from './ipc/message-encoder.js';
import { IpcStreamDecoder } from './ipc/stream-decoder.js';
import { maxBlockBytes, type ShuffleBytes, type ShuffleStore } from './shuffle-store.js';

/** The action that transports raw file blocks. */
export const blockTransportAction = 'IO_BLOCK_TRANSPORT';

export interface ExecutorFlightOptions {
  readonly store: ShuffleStore;
  /** How DoGet packs what it sends, whatever the file is packed with. @default 'lz4' */
  readonly compression?: IpcCompression;
  readonly limits?: Partial<IpcLimits>;
}

/**
 * The Flight service of an executor: DoGet sends a partition as Arrow batches that any Flight client can read, the action
 * `IO_BLOCK_TRANSPORT` sends the same bytes as they are in the file.
 */
export function createExecutorFlightService(options: ExecutorFlightOptions): FlightService {
  const { store, compression = 'lz4', limits = {} } = options;
  return {
    actions: [
      { type: blockTransportAction, description: 'Raw blocks of a shuffle file; the body is an Action message' },
    ],

    async *doGet(ticket, context) {
      const request = decodeAction(ticket);
      if (request.fileKind === ShuffleFileKind.Index || request.byteRanges.length > 0) {
        throw new InvalidArgumentError('DoGet sends whole partitions; ask for byte ranges and index files by DoAction');
      }
      await ensureIpcCodecs();
      yield* withBytes(store, request, context, (bytes) => recode(bytes, compression, limits));
    },

    async *doAction(type, body, context) {
      if (type !== blockTransportAction) throw new NotYetSupportedError(`Flight action ${JSON.stringify(type)}`);
      yield* withBytes(store, decodeAction(body), context, cut);
    },

    // Nothing is checked against the token: a peer that wants one gets one.
    handshake: async () => new TextEncoder().encode(randomUUID()),
  };
}

/** Opens what is asked for and makes sure that it is closed, also when the client leaves while a write is blocked. */
async function* withBytes<T>(
  store: ShuffleStore,
  request: Parameters<ShuffleStore['open']>[0],
  { signal }: FlightCallContext,
  send: (bytes: ShuffleBytes) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const bytes = await store.open(request, signal);
  const close = (): void => void bytes.close().catch(() => {});
  signal.addEventListener('abort', close);
  try {
    signal.throwIfAborted();
    yield* send(bytes);
  } finally {
    signal.removeEventListener('abort', close);
    await bytes.close();
  }
}

/** Blocks no larger than the transport allows. */
async function* cut(bytes: ShuffleBytes): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const block of bytes.blocks()) {
    for (let at = 0; at < block.byteLength; at += maxBlockBytes) yield block.subarray(at, at + maxBlockBytes);
  }
}

/** The batches of a file as Flight data: one schema, however many streams the file holds. */
async function* recode(
  bytes: ShuffleBytes,
  compression: IpcCompression,
  limits: Partial<IpcLimits>,
): AsyncGenerator<FlightFrame, void, undefined> {
  const decoder = new IpcStreamDecoder(limits);
  let encoder: IpcMessageEncoder | undefined;
  for await (const block of bytes.blocks()) {
    for (const batch of decoder.push(block)) {
      if (encoder === undefined) {
        encoder = new IpcMessageEncoder(batch.schema, compression);
        yield encoder.encodeSchema();
      }
      yield* encoder.encodeBatch(batch);
    }
  }
  decoder.finish();
  // A reader wants a schema also when there are no rows.
  if (encoder === undefined && decoder.schema !== undefined) yield new IpcMessageEncoder(decoder.schema).encodeSchema();
}
