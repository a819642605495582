import { constants, type Http2ServerRequest, type Http2ServerResponse, type IncomingHttpHeaders } from 'node:http2';
import { CancelledError, DeadlineExceededError, InvalidArgumentError } from '@ballista-ts/core';
import { GrpcFrameReader } from './frame-reader.js';
import { parseGrpcTimeout } from './grpc-timeout.js';
import { trailersOf } from './status-trailers.js';

export interface ServerCallOptions {
  /** Largest request message, in bytes. */
  readonly maxRequestBytes: number;
}

/**
 * The server's side of one gRPC call on a raw HTTP/2 stream: one request message, any number of response messages, trailers.
 *
 * Resources hang on `signal`, not on a `finally`: it aborts when the client cancels or goes away, when the deadline passes, and a
 * generator that is blocked in a write would otherwise never learn of it.
 */
export class ServerCall {
  readonly headers: IncomingHttpHeaders;
  readonly #request: Http2ServerRequest;
  readonly #response: Http2ServerResponse;
  readonly #options: ServerCallOptions;
  readonly #abort = new AbortController();
  readonly #deadline: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(request: Http2ServerRequest, response: Http2ServerResponse, options: ServerCallOptions) {
    this.headers = request.headers;
    this.#request = request;
    this.#response = response;
    this.#options = options;
    const timeoutMs = parseGrpcTimeout(request.headers['grpc-timeout']);
    if (timeoutMs !== undefined) {
      this.#deadline = setTimeout(() => {
        this.fail(new DeadlineExceededError(`the call took longer than its deadline of ${timeoutMs} ms`));
        // A client that does not read would keep what is queued for it; it knows the deadline itself.
        if (request.stream.writableNeedDrain) request.stream.close(constants.NGHTTP2_CANCEL);
      }, timeoutMs);
    }
    // The reason is for whoever waits on the signal; nobody else is left to read it.
    request.stream.once('close', () => {
      clearTimeout(this.#deadline);
      if (!this.#ended) this.#stop(new CancelledError('the client cancelled the call or went away'));
    });
    request.stream.on('error', () => {}); // 'close' follows, and says what matters
  }

  /** Aborts when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The request message. @throws InvalidArgumentError when there is none, or more than one. */
  async readRequest(): Promise<Uint8Array> {
    const reader = new GrpcFrameReader({ maxMessageBytes: this.#options.maxRequestBytes });
    const messages: Uint8Array[] = [];
    for await (const chunk of this.#request) {
      messages.push(...reader.push(chunk as Uint8Array));
      if (messages.length > 1) throw new InvalidArgumentError('the call takes one request message, got more');
    }
    this.signal.throwIfAborted();
    const [message] = messages;
    if (message === undefined || !reader.atBoundary)
      throw new InvalidArgumentError('the request message is incomplete');
    return message;
  }

  /** The first request message of a call that may have more; the rest is dropped. */
  async readFirst(): Promise<Uint8Array> {
    const reader = new GrpcFrameReader({ maxMessageBytes: this.#options.maxRequestBytes });
    for await (const chunk of this.#request) {
      const [message] = reader.push(chunk as Uint8Array);
      if (message !== undefined) return message;
    }
    return new Uint8Array(0);
  }

  /** Adds a response header; only before the first message. */
  setHeader(name: string, value: string): void {
    this.#response.setHeader(name, value);
  }

  /** Sends one message given as its chunks, prefix included. Resolves when the next may come. */
  async write(chunks: readonly Uint8Array[]): Promise<void> {
    this.signal.throwIfAborted();
    this.#start();
    const { stream } = this.#response;
    stream.cork();
    let ready = true;
    for (const chunk of chunks) ready = stream.write(chunk);
    stream.uncork();
    if (ready || !stream.writableNeedDrain) return;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        stream.off('drain', settle);
        this.signal.removeEventListener('abort', settle);
        if (this.signal.aborted) reject(this.signal.reason);
        else resolve();
      };
      stream.once('drain', settle);
      this.signal.addEventListener('abort', settle);
    });
  }

  /** Ends the call well. */
  end(): void {
    this.#finish({ 'grpc-status': '0' });
  }

  /** Ends the call with an error; what was sent before stays sent. */
  fail(error: unknown): void {
    this.#finish(trailersOf(error));
    this.#stop(error);
  }

  #start(): void {
    if (this.#response.headersSent) return;
    this.#response.setHeader('content-type', 'application/grpc+proto');
    this.#response.setHeader('grpc-accept-encoding', 'identity');
    this.#response.writeHead(200);
  }

  #finish(trailers: Record<string, string>): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#deadline);
    const { stream } = this.#response;
    if (stream.destroyed || stream.closed) return;
    this.#start();
    // The compatibility layer sends them when the body ends; calling sendTrailers here would be the second time.
    this.#response.addTrailers(trailers);
    this.#response.end();
    // Whatever the client still sends is of no interest.
    this.#request.resume();
  }

  #stop(reason: unknown): void {
    if (!this.#abort.signal.aborted) this.#abort.abort(reason);
  }
}
