import type { RequestHandler } from '@ballista-ts/flight';
import { type ConnectRouter, createContextValues } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { failure, send } from './rest/http.js';
import { handleRest, type RestContext } from './rest/rest-handler.js';
import type { ServiceContext } from './services/context.js';
import { peerAddress, plainAddress } from './services/peer.js';
import { schedulerRoutes } from './services/scheduler-service.js';

/** What answers requests on behalf of a scheduler. */
export interface Serving {
  readonly service: ServiceContext;
  /** Absent: no REST. */
  readonly rest?: RestContext;
  readonly maxMessageBytes: number;
}

export interface SchedulerHandlerOptions {
  /** Gets what is no call and no REST route of the scheduler's. @default 404 */
  readonly fallback?: RequestHandler;
}

/**
 * Serves a scheduler from a server of the embedder's: gRPC (over HTTP/2), Connect, gRPC-web and REST. Fits `node:http`,
 * `node:http2` and `createListener`; executors speak gRPC and so need HTTP/2.
 */
export function schedulerHandler(
  { serving }: { readonly serving: Serving },
  { fallback = notFound }: SchedulerHandlerOptions = {},
): RequestHandler {
  const handler = connectNodeAdapter({
    routes: (router) => void schedulerRoutes(serving.service)(router),
    // Compression would be on by default, at a tenth of the speed.
    acceptCompression: [],
    readMaxBytes: serving.maxMessageBytes,
    writeMaxBytes: serving.maxMessageBytes,
    contextValues: (request) => createContextValues().set(peerAddress, plainAddress(request.socket.remoteAddress)),
    fallback: (request, response) => {
      if (serving.rest !== undefined && handleRest(serving.rest, request, response)) return;
      fallback(request, response as Parameters<RequestHandler>[1]);
    },
  });
  return handler;
}

/** The scheduler's service for a Connect router, as `createRouterTransport` in one process wants it. */
export const schedulerServiceRoutes = ({
  serving,
}: {
  readonly serving: Serving;
}): ((router: ConnectRouter) => ConnectRouter) => schedulerRoutes(serving.service);

const notFound: RequestHandler = (request, response) =>
  send(response, failure(404, `there is nothing at ${request.url ?? ''}`), request.method !== 'HEAD');
