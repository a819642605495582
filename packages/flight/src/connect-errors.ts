import { BallistaError, errorCodeHeader, errorOfRpcStatus, rpcStatusOf } from '@ballista-ts/core';
import { ConnectError, type Interceptor } from '@connectrpc/connect';

/** The error by which a Connect service answers, with our code beside the gRPC status. */
export function connectErrorOf(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  const { code, message, errorCode } = rpcStatusOf(error);
  return new ConnectError(message, code, errorCode === undefined ? undefined : { [errorCodeHeader]: errorCode });
}

/**
 * The error of ours that a failed Connect call stands for; errors of ours stay what they are. For the `catch` around a call: an
 * interceptor cannot do it, because Connect wraps what interceptors throw.
 */
export function errorOfConnect(error: unknown): BallistaError {
  if (error instanceof BallistaError) return error;
  const { code, rawMessage, metadata } = ConnectError.from(error);
  return errorOfRpcStatus(code, rawMessage, metadata.get(errorCodeHeader) ?? undefined);
}

/** For servers: turns what methods throw into what peers can read. Streams are covered from their first message to their last. */
export const serverErrors: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    if (!response.stream) return response;
    return { ...response, message: translated(response.message, connectErrorOf) };
  } catch (error) {
    throw connectErrorOf(error);
  }
};

async function* translated<T>(messages: AsyncIterable<T>, translate: (error: unknown) => Error): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    throw translate(error);
  }
}
