import type { RequestHandler } from '@ballista-ts/flight';

/** Answers `/healthz` (the process lives) and `/readyz` (a scheduler knows it), and nothing else. */
export const healthHandler =
  (isReady: () => boolean): RequestHandler =>
  (request, response) => {
    const answer = (status: number, text: string): void => {
      response.statusCode = status;
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.end(text);
    };
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, 'method not allowed\n');
    else if (pathname === '/healthz') answer(200, 'ok\n');
    else if (pathname === '/readyz') {
      if (isReady()) answer(200, 'ready\n');
      else answer(503, 'not ready: no successful heartbeat yet\n');
    } else answer(404, 'not found\n');
  };
