import { FailedPreconditionError, type FetchPartition } from '@ballista-ts/core';
import { decodeAction, encodeAction } from './action.js';
import { doAction, doGet } from './block-transport.js';
import { flightUrl } from './client.js';
import type { ConnectionPool } from './client-pool.js';
import type { FlightService } from './flight-service.js';
import { blockTransportAction } from './service.js';

export interface FlightProxyOptions {
  readonly pool: ConnectionPool;
  /**
   * Whether a request may be forwarded to the executor it names. A proxy that forwards anywhere is a way into its network, so there is
   * no default: say yes to executors you know.
   */
  readonly allows: (request: FetchPartition) => boolean;
  /** Use `https://` towards executors. @default false */
  readonly secure?: boolean;
}

/**
 * A Flight service that fetches from the executor a request names and passes the messages on as they come, for clients that can reach
 * the scheduler only. Both transports are forwarded.
 */
export function createFlightProxy({ pool, allows, secure = false }: FlightProxyOptions): FlightService {
  const target = (bytes: Uint8Array): { readonly url: string; readonly bytes: Uint8Array } => {
    const request = decodeAction(bytes);
    if (!allows(request)) {
      throw new FailedPreconditionError(`${request.host}:${request.port} is not an executor of this cluster`);
    }
    return { url: flightUrl(request.host, request.port, secure), bytes: encodeAction(request) };
  };
  return {
    actions: [
      { type: blockTransportAction, description: 'Raw blocks of a shuffle file, from the executor that has it' },
    ],
    async *doGet(ticket, { signal }) {
      const { url, bytes } = target(ticket);
      yield* doGet(pool, url, bytes, { signal });
    },
    async *doAction(type, body, { signal }) {
      const { url, bytes } = target(body);
      yield* doAction(pool, url, type, bytes, { signal });
    },
  };
}
