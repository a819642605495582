import {
  type BallistaError,
  errorCodeHeader,
  errorOfRpcStatus,
  rpcStatusOf,
  UnavailableError,
} from '@ballista-ts/core';
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';

/** What a service answers when a call fails: the gRPC status for everybody, and our error code for peers of ours. */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  const { code, message, errorCode } = rpcStatusOf(error);
  const metadata = errorCode === undefined ? undefined : { [errorCodeHeader]: errorCode };
  return new ConnectError(message, code as Code, metadata, undefined, error);
}

/** What a call failed with, as the class of ours that the other side threw; anything else stays what it is. */
export function fromConnectError(error: unknown): unknown {
  if (!(error instanceof ConnectError)) return error;
  const errorCode = error.metadata.get(errorCodeHeader) ?? undefined;
  // What Connect makes of a connection that was reset; no peer of ours answers ABORTED without saying more.
  const reset = error.code === Code.Aborted && errorCode === undefined;
  const found: BallistaError = reset
    ? new UnavailableError(error.rawMessage)
    : errorOfRpcStatus(error.code, error.rawMessage, errorCode);
  // The text of the call's own error is in ours already; what lies beneath it is not.
  if (found.cause === undefined && error.cause !== undefined) found.cause = error.cause;
  return found;
}

/** Whether trying again may help: the other side could not be reached, or did not answer in time. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConnectError && (error.code === Code.Unavailable || error.code === Code.DeadlineExceeded);

/** For services: every error a method throws, also late in a stream, leaves as {@link toConnectError} makes it. */
export const mapServiceErrors: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    return response.stream ? { ...response, message: mapped(response.message) } : response;
  } catch (error) {
    throw toConnectError(error);
  }
};

async function* mapped<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw toConnectError(error);
  }
}
