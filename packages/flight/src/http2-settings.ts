/** Bytes one stream may have under way before its reader takes them. Also the most that a slow reader makes us hold. */
export const streamWindowBytes = 8 * 1024 * 1024;

/** Bytes all streams of a connection may have under way together; the default of 64 KiB throttles bulk data. */
export const sessionWindowBytes = 64 * 1024 * 1024;

/** What both ends of our HTTP/2 connections ask for. */
export const http2Settings = {
  settings: { initialWindowSize: streamWindowBytes, enablePush: false },
  // In MB. Counts what is queued for sending, and the default of 10 refuses new streams while two large messages wait.
  maxSessionMemory: 2048,
} as const;
