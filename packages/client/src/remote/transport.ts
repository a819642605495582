import type { LogicalExtensionCodec } from '@ballista-ts/core';
import type { Interceptor, Transport } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';

export interface RemoteOptions {
  /** Names this session at the scheduler. @default a random id */
  readonly sessionId?: string;
  /** Headers of every call to the scheduler, e.g. `authorization`. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Carry logical nodes and tables of the application. @default none */
  readonly logicalCodecs?: readonly LogicalExtensionCodec[];
  /** Hears of settings that the scheduler did not take. @default nobody does */
  readonly onWarning?: (warning: Error) => void;
  /** Another way to reach the scheduler, for tests and in-process clusters. @default gRPC over HTTP/2 */
  readonly transport?: Transport;
}

export function createSchedulerTransport(baseUrl: string, options: RemoteOptions): Transport {
  if (options.transport !== undefined) return options.transport;
  const { headers } = options;
  const withHeaders: Interceptor = (next) => (request) => {
    for (const [name, value] of Object.entries(headers ?? {})) request.header.set(name, value);
    return next(request);
  };
  return createGrpcTransport({
    baseUrl,
    // Compression would be on by default and costs ten times what it saves on plans and results.
    acceptCompression: [],
    interceptors: headers === undefined ? [] : [withHeaders],
  });
}
