import type {
  ClientHttp2Session,
  ClientHttp2Stream,
  ClientSessionRequestOptions,
  OutgoingHttpHeaders,
} from 'node:http2';
import type { ExecutorMetadata } from '@ballista-ts/core';
import type { Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';

/** How a scheduler reaches one executor's control service. */
export interface ExecutorConnection {
  readonly transport: Transport;
  /** Calls back when an open connection ends that we did not end. */
  onBroken(listener: () => void): void;
  close(): void;
}

/** Makes connections. Tests and in-process clusters bring their own. */
export type ExecutorConnector = (executor: ExecutorMetadata) => ExecutorConnection;

export interface GrpcConnectorOptions {
  /** Largest message either way, in bytes. @default 16 MiB */
  readonly maxMessageBytes?: number;
}

/** gRPC over HTTP/2, one connection per executor. Opening it is left to the first call. */
export function grpcConnector({ maxMessageBytes = 16 * 1024 * 1024 }: GrpcConnectorOptions = {}): ExecutorConnector {
  return (executor) => {
    const baseUrl = executorUrl(executor);
    const sessionManager = new WatchedSessionManager(baseUrl);
    return {
      transport: createGrpcTransport({
        baseUrl,
        sessionManager,
        // On by default, and costs more than it saves on plans that are sent once over a local network.
        acceptCompression: [],
        readMaxBytes: maxMessageBytes,
        writeMaxBytes: maxMessageBytes,
      }),
      onBroken: (listener) => {
        sessionManager.onBroken = listener;
      },
      close: () => sessionManager.shutDown(),
    };
  };
}

export const executorUrl = ({ host, grpcPort }: ExecutorMetadata): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${grpcPort}`;

/** An idle connection is kept: its end tells us that the executor is gone long before heartbeats do. */
const keepIdleMs = 7 * 24 * 3600 * 1000;

/** Connect's own keeping of connections, and word of their end. */
class WatchedSessionManager extends Http2SessionManager {
  onBroken: (() => void) | undefined;
  readonly #watched = new WeakSet<ClientHttp2Session>();
  #shutDown = false;

  constructor(url: string) {
    super(url, { idleConnectionTimeoutMs: keepIdleMs });
  }

  override async request(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    options: Omit<ClientSessionRequestOptions, 'signal'>,
  ): Promise<ClientHttp2Stream> {
    const stream = await super.request(method, path, headers, options);
    const { session } = stream;
    if (session !== undefined && !this.#watched.has(session as ClientHttp2Session)) {
      this.#watched.add(session as ClientHttp2Session);
      session.once('close', () => {
        if (!this.#shutDown) this.onBroken?.();
      });
    }
    return stream;
  }

  shutDown(): void {
    this.#shutDown = true;
    this.abort();
  }
}
