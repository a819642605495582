import { BallistaError } from '@ballista-ts/core';
import { flight } from '@ballista-ts/core/proto';
import { create, toBinary } from '@bufbuild/protobuf';
import type { RecordBatch } from 'apache-arrow';
import type { Action } from './action.js';
import { encodeAction } from './action.js';
import type { ConnectionPool } from './client-pool.js';
import { callServerStreaming } from './framing/client-call.js';
import { type FlightFrame, parseFlightData, parseResult, resultBodyOffset } from './framing/messages.js';
import { ensureIpcCodecs } from './ipc/codecs.js';
import type { IpcLimits } from './ipc/limits.js';
import { IpcMessageDecoder } from './ipc/message-decoder.js';
import { blockTransportAction } from './service.js';

/** Options of one call to a Flight server. */
export interface FlightCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the whole call. @default none: large partitions take their time */
  readonly timeoutMs?: number | undefined;
  /** Ends the call when nothing comes for that long while the reader waits. @default 20_000 */
  readonly idleTimeoutMs?: number | undefined;
  /** Largest message that is accepted. @default 1 GiB */
  readonly maxMessageBytes?: number | undefined;
}

/** DoGet: the FlightData messages for a ticket, as they come. */
export async function* doGet(
  pool: ConnectionPool,
  url: string,
  ticket: Uint8Array,
  options: FlightCallOptions = {},
): AsyncGenerator<FlightFrame, void, undefined> {
  const request = toBinary(flight.TicketSchema, create(flight.TicketSchema, { ticket }));
  for await (const message of call(pool, url, 'DoGet', request, options)) yield parseFlightData(message);
}

/** DoAction: the bodies of the results. */
export async function* doAction(
  pool: ConnectionPool,
  url: string,
  type: string,
  body: Uint8Array,
  options: FlightCallOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const request = toBinary(flight.ActionSchema, create(flight.ActionSchema, { type, body }));
  for await (const message of call(pool, url, 'DoAction', request, options, resultBodyOffset))
    yield parseResult(message);
}

/** The raw bytes an action asks for, in blocks that are the reader's to keep. */
export const fetchBlocks = (
  pool: ConnectionPool,
  url: string,
  action: Action,
  options?: FlightCallOptions,
): AsyncGenerator<Uint8Array, void, undefined> =>
  doAction(pool, url, blockTransportAction, encodeAction(action), options);

/** The batches an action asks for, by DoGet. */
export async function* fetchBatches(
  pool: ConnectionPool,
  url: string,
  action: Action,
  options?: FlightCallOptions,
  limits?: Partial<IpcLimits>,
): AsyncGenerator<RecordBatch, void, undefined> {
  await ensureIpcCodecs();
  const decoder = new IpcMessageDecoder(limits);
  for await (const { metadata, body } of doGet(pool, url, encodeAction(action), options)) {
    // Messages without Arrow data carry application metadata only.
    if (metadata.byteLength === 0) continue;
    const batch = decoder.complete(decoder.begin(metadata), body[0] ?? nothing);
    if (batch !== undefined) yield batch;
  }
}

const nothing = new Uint8Array(0);

async function* call(
  pool: ConnectionPool,
  url: string,
  method: string,
  request: Uint8Array,
  options: FlightCallOptions,
  bulkOffset?: (messageLength: number) => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { idleTimeoutMs = 20_000, ...rest } = options;
  const lease = await pool.acquire(url, options.signal);
  let broken = false;
  try {
    yield* callServerStreaming(lease.session, {
      ...rest,
      idleTimeoutMs,
      path: `/arrow.flight.protocol.FlightService/${method}`,
      request,
      bulkOffset,
    });
  } catch (error) {
    // What the server answered says that the connection works; silence and resets say nothing good about it.
    broken = !(error instanceof BallistaError) || error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED';
    throw error;
  } finally {
    lease.release(broken);
  }
}
