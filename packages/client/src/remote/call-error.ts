import { BallistaError, UnavailableError } from '@ballista-ts/core';
import { fromConnectError } from '@ballista-ts/flight';
import { Code, ConnectError } from '@connectrpc/connect';

/**
 * What a call failed with as an error of ours: the class that the other side threw, if it said so.
 * @param what begins the message when the other side cannot be reached, which the cause alone does not name
 * @param signal of the call: without it having been aborted, a call that was "cancelled" has lost its connection
 */
export function callError(error: unknown, what: string, signal: AbortSignal): unknown {
  if (error instanceof BallistaError || !(error instanceof ConnectError)) return error;
  const lost = error.code === Code.Canceled && !signal.aborted;
  if (lost) return new UnavailableError(`${what}: the connection was lost`, { cause: error });
  const found = fromConnectError(error);
  return found instanceof BallistaError && found.code === 'UNAVAILABLE'
    ? new UnavailableError(`${what}: ${error.rawMessage}`)
    : found;
}
