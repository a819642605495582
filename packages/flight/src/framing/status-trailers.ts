import { type BallistaError, errorCodeHeader, errorOfRpcStatus, rpcStatusOf } from '@ballista-ts/core';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Longest message that is put into a trailer: peers limit the size of their headers. */
const maxMessageLength = 2048;

/** The trailers that end a call with this error. */
export function trailersOf(error: unknown): Record<string, string> {
  const { code, message, errorCode } = rpcStatusOf(error);
  return {
    'grpc-status': String(code),
    'grpc-message': encodeMessage(message),
    ...(errorCode === undefined ? {} : { [errorCodeHeader]: errorCode }),
  };
}

/** What trailers (or headers without a body) say: an error, `'ok'`, or undefined when they hold no status. */
export function statusOf(headers: Headers): BallistaError | 'ok' | undefined {
  const status = one(headers['grpc-status']);
  if (status === undefined) return undefined;
  if (status === '0') return 'ok';
  return errorOfRpcStatus(
    Number(status),
    decodeMessage(one(headers['grpc-message']) ?? ''),
    one(headers[errorCodeHeader]),
  );
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Percent-encodes what is not printable ASCII, as the gRPC specification wants it. */
export function encodeMessage(message: string): string {
  const text = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}...` : message;
  let encoded = '';
  for (const byte of new TextEncoder().encode(text)) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** The inverse; what is not well formed stays as it is. */
export function decodeMessage(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
