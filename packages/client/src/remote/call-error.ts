import { BallistaError, errorOfRpcStatus } from '@ballista-ts/core';
import { fromConnectError } from '@ballista-ts/flight';
import { ConnectError } from '@connectrpc/connect';

/** What a call failed with as an error of ours: the class that the other side threw, if it said so. */
export function callError(error: unknown, what: string): unknown {
  if (error instanceof BallistaError || !(error instanceof ConnectError)) return error;
  const found = fromConnectError(error);
  // A peer that could not be reached only says "connect ECONNREFUSED": add whom we tried to reach.
  return found instanceof BallistaError && found.code === 'UNAVAILABLE'
    ? errorOfRpcStatus(error.code, `${what}: ${error.rawMessage}`)
    : found;
}
