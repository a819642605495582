import { STATUS_CODES } from 'node:http';

/** What HTTP/1.1 and HTTP/2 requests have in common, as far as it is needed. */
export interface Request {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
}
/** What HTTP/1.1 and HTTP/2 responses have in common, as far as it is needed. */
export interface Response {
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body: Uint8Array): unknown;
}

/** What a route answers. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body?: string;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});

export const text = (body: string, status = 200): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** The body of every error: `{"http_code":404,"reason":"Not Found","error":"..."}`. */
export const failure = (status: number, error?: string): Answer =>
  json({ http_code: status, reason: STATUS_CODES[status] ?? 'Unknown', ...(error !== undefined && { error }) }, status);

export function send(response: Response, { status, contentType, body }: Answer, withBody: boolean): void {
  const bytes = Buffer.from(body ?? '');
  response.writeHead(status, {
    ...(contentType !== undefined && { 'content-type': contentType }),
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(withBody ? bytes : Buffer.alloc(0));
}
