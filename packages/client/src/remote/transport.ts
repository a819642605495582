import type { LogicalExtensionCodec, SessionConfig } from '@ballista-ts/core';
import { grpcEndpointOverrideSlot, grpcMetadataSlot, NotYetSupportedError } from '@ballista-ts/core';
import type { Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';

export interface RemoteOptions {
  /** Names this session at the scheduler. @default a random id */
  readonly sessionId?: string;
  /** Headers of every call to the scheduler, e.g. `authorization`. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** Carry logical nodes and tables of the application. @default none */
  readonly logicalCodecs?: readonly LogicalExtensionCodec[];
  /**
   * Hears of settings that the scheduler did not take: once per session and setting.
   * @default `process.emitWarning`, as for Node's own warnings
   */
  readonly onWarning?: (warning: Error) => void;
  /**
   * How long a query waits for its scheduler after the connection was lost: it may be restarting, and goes on with the query
   * if it keeps an event log. 0: not at all. Milliseconds. @default 60_000
   */
  readonly reconnectTimeoutMs?: number;
  /** Another way to reach the scheduler, for tests and in-process clusters. @default gRPC over HTTP/2 */
  readonly transport?: Transport;
}

/** A connection to a scheduler, made when it is first used. */
export interface SchedulerConnection {
  readonly transport: Transport;
  /** Calls in flight fail. */
  close(): void;
}

export function connectToScheduler(
  baseUrl: string,
  config: SessionConfig,
  options: RemoteOptions,
): SchedulerConnection {
  if (config.slot(grpcEndpointOverrideSlot) !== undefined)
    throw new NotYetSupportedError('an endpoint override', 'use the options headers and transport');
  if (options.transport !== undefined) return { transport: options.transport, close: () => {} };
  const sessionManager = new Http2SessionManager(baseUrl);
  const maxBytes = config.get('ballista.client.grpc_max_message_size');
  return {
    transport: createGrpcTransport({
      baseUrl,
      sessionManager,
      readMaxBytes: maxBytes,
      writeMaxBytes: maxBytes,
      // Compression would be on by default and costs ten times what it saves on plans and results.
      acceptCompression: [],
    }),
    close: () => sessionManager.abort(),
  };
}

/** Headers of a call: those of the connection, and those that the session's settings add. */
export const callHeaders = (config: SessionConfig, options: RemoteOptions): Record<string, string> => ({
  ...options.headers,
  ...config.slot(grpcMetadataSlot),
});
