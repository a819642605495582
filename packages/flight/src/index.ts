// For users.
export { type Action, decodeAction, encodeAction } from './action.js';
// For other libraries.
export { doAction, doGet, type FlightCallOptions, fetchBatches, fetchBlocks } from './block-transport.js';
export { BallistaClient, type BallistaClientOptions, type FetchOptions, fetchAction, flightUrl } from './client.js';
export { type ConnectionLease, ConnectionPool, type ConnectionPoolOptions } from './client-pool.js';
export { fromConnectError, isUnreachable, mapServiceErrors, toConnectError } from './connect-error.js';
export {
  type FlightCallContext,
  type FlightHandlerOptions,
  type FlightService,
  flightHandler,
} from './flight-service.js';
export type { FlightFrame } from './framing/messages.js';
export { http2Settings, sessionWindowBytes, streamWindowBytes } from './http2-settings.js';
export { ensureIpcCodecs, type IpcCodec, type IpcCodecs, type IpcCompression, ipcCodec } from './ipc/codecs.js';
export { defaultIpcLimits, type IpcLimits } from './ipc/limits.js';
export { IpcMessageDecoder, type PendingMessage } from './ipc/message-decoder.js';
export { type IpcMessage, IpcMessageEncoder } from './ipc/message-encoder.js';
export { decodeIpcStream, IpcStreamDecoder } from './ipc/stream-decoder.js';
export { encodeIpcStream, frameIpcMessage, type IpcEncodeOptions, IpcStreamEncoder } from './ipc/stream-encoder.js';
export { createListener, type Listener, type ListenerOptions, type RequestHandler } from './listener.js';
export { createFlightProxy, type FlightProxyOptions } from './proxy.js';
export { blockTransportAction, createExecutorFlightService, type ExecutorFlightOptions } from './service.js';
export { maxBlockBytes, type ShuffleBytes, type ShuffleStore } from './shuffle-store.js';
