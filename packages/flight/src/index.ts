// Arrow IPC, for users.
// For other libraries.
export { ensureIpcCodecs, type IpcCodec, type IpcCodecs, type IpcCompression, ipcCodec } from './ipc/codecs.js';
export { defaultIpcLimits, type IpcLimits } from './ipc/limits.js';
export { IpcMessageDecoder, type PendingMessage } from './ipc/message-decoder.js';
export { type IpcMessage, IpcMessageEncoder } from './ipc/message-encoder.js';
export { decodeIpcStream, IpcStreamDecoder } from './ipc/stream-decoder.js';
export { encodeIpcStream, frameIpcMessage, type IpcEncodeOptions, IpcStreamEncoder } from './ipc/stream-encoder.js';
