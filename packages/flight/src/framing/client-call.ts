import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import {
  BallistaError,
  CancelledError,
  DeadlineExceededError,
  DecodeError,
  errorOfRpcStatus,
  UnavailableError,
} from '@ballista-ts/core';
import { GrpcFrameReader } from './frame-reader.js';
import { formatGrpcTimeout } from './grpc-timeout.js';
import { frameMessage } from './messages.js';
import { statusOf } from './status-trailers.js';

export interface ClientCallOptions {
  /** `/package.Service/Method` */
  readonly path: string;
  /** The one request message, as protobuf. */
  readonly request: Uint8Array;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Ends the whole call. @default none */
  readonly timeoutMs?: number | undefined;
  /** Ends the call when the consumer waits that long and nothing comes. @default none */
  readonly idleTimeoutMs?: number | undefined;
  /** Largest response message. @default 1 GiB */
  readonly maxMessageBytes?: number | undefined;
  readonly bulkOffset?: ((messageLength: number) => number) | undefined;
}

/** Complete messages that may wait for the consumer; beyond it the stream is paused, and its window stops the server. */
const maxQueued = 2;

/**
 * Calls a server-streaming method over an HTTP/2 session and gives its response messages. The request goes out with the first
 * `next()`.
 *
 * However the loop ends (`break`, an error in its body, `signal`), the call is cancelled and the server told so: leaving a loop over
 * a Connect client does not do that. At most two messages and one stream window are held for a slow consumer.
 *
 * @throws CancelledError, DeadlineExceededError, UnavailableError when the connection fails, and whatever the server's status says.
 */
export async function* callServerStreaming(
  session: ClientHttp2Session,
  options: ClientCallOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const call = new ClientCall(session, options);
  try {
    for (;;) {
      const message = await call.next();
      if (message === undefined) return;
      yield message;
    }
  } finally {
    call.close();
  }
}

class ClientCall {
  readonly #options: ClientCallOptions;
  readonly #stream: ClientHttp2Stream;
  readonly #reader: GrpcFrameReader;
  readonly #queue: Uint8Array[] = [];
  readonly #deadline: NodeJS.Timeout | undefined;
  #outcome: Error | 'ok' | undefined;
  #wake: (() => void) | undefined;

  constructor(session: ClientHttp2Session, options: ClientCallOptions) {
    this.#options = options;
    const { signal, timeoutMs, headers, path, request } = options;
    if (signal?.aborted) throw cancelled(signal);
    this.#reader = new GrpcFrameReader({
      maxMessageBytes: options.maxMessageBytes ?? 1024 * 1024 * 1024,
      ...(options.bulkOffset === undefined ? {} : { bulkOffset: options.bulkOffset }),
    });
    try {
      this.#stream = session.request({
        ...headers,
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc+proto',
        te: 'trailers',
        'grpc-accept-encoding': 'identity',
        'user-agent': 'ballista-ts',
        ...(timeoutMs === undefined ? {} : { 'grpc-timeout': formatGrpcTimeout(timeoutMs) }),
      });
    } catch (cause) {
      throw new UnavailableError('the connection is closed', { cause });
    }
    signal?.addEventListener('abort', this.#onAbort);
    if (timeoutMs !== undefined) {
      this.#deadline = setTimeout(() => {
        this.#settle(new DeadlineExceededError(`${path} took longer than ${timeoutMs} ms`));
      }, timeoutMs);
    }
    this.#listen();
    this.#stream.end(frameMessage(request));
  }

  /** The next message; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const message = this.#queue.shift();
      if (message !== undefined) return message;
      if (this.#outcome === 'ok') return undefined;
      if (this.#outcome !== undefined) throw this.#outcome;
      this.#stream.resume();
      await this.#arrival();
    }
  }

  /** Ends the call, whatever its state; a call that is not over is cancelled. */
  close(): void {
    this.#settle(new CancelledError('the call was given up'));
    this.#queue.length = 0;
  }

  #arrival(): Promise<void> {
    const { idleTimeoutMs, path } = this.#options;
    return new Promise((resolve) => {
      const idle =
        idleTimeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              this.#settle(new DeadlineExceededError(`${path} sent nothing for ${idleTimeoutMs} ms`));
            }, idleTimeoutMs);
      this.#wake = () => {
        clearTimeout(idle);
        this.#wake = undefined;
        resolve();
      };
    });
  }

  #listen(): void {
    const stream = this.#stream;
    let status: BallistaError | 'ok' | undefined;
    stream.on('response', (headers) => {
      const httpStatus = Number(headers[':status']);
      const contentType = headers['content-type'] ?? '';
      if (httpStatus !== 200 || !contentType.startsWith('application/grpc')) {
        this.#settle(
          new UnavailableError(
            `the peer does not speak gRPC: it answered ${this.#options.path} with HTTP ${httpStatus} ${contentType}`,
          ),
        );
        return;
      }
      status = statusOf(headers as Record<string, string>);
    });
    stream.on('trailers', (headers) => {
      status = statusOf(headers as Record<string, string>) ?? status;
    });
    stream.on('data', (chunk: Uint8Array) => {
      if (this.#outcome !== undefined) return;
      try {
        this.#queue.push(...this.#reader.push(chunk));
      } catch (error) {
        this.#settle(error as Error);
        return;
      }
      if (this.#queue.length >= maxQueued) stream.pause();
      if (this.#queue.length > 0) this.#wake?.();
    });
    stream.on('error', (cause) => {
      // A status says more than the reset that may follow it.
      if (status === undefined)
        this.#settle(new UnavailableError(`the connection failed: ${cause.message}`, { cause }));
    });
    stream.on('close', () => {
      if (status === 'ok' && !this.#reader.atBoundary) {
        this.#settle(new DecodeError('the call ended in the middle of a message'));
      } else {
        this.#settle(status ?? endedBy(stream.rstCode));
      }
    });
  }

  readonly #onAbort = (): void => this.#settle(cancelled(this.#options.signal!));

  #settle(outcome: Error | 'ok'): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    clearTimeout(this.#deadline);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL);
    // A paused stream would keep what it holds, and would never close.
    this.#stream.resume();
    this.#wake?.();
  }
}

function endedBy(rstCode: number | undefined): BallistaError {
  switch (rstCode) {
    case constants.NGHTTP2_CANCEL:
      return new CancelledError('the server cancelled the call');
    case constants.NGHTTP2_ENHANCE_YOUR_CALM:
      return errorOfRpcStatus(8, 'the server refused the call: too much traffic');
    case constants.NGHTTP2_NO_ERROR:
      return new UnavailableError('the connection ended in the middle of a call');
    default:
      return new UnavailableError(`the server reset the call (HTTP/2 code ${rstCode})`);
  }
}

const cancelled = (signal: AbortSignal): BallistaError =>
  signal.reason instanceof BallistaError
    ? signal.reason
    : new CancelledError('the call was cancelled', { cause: signal.reason });
