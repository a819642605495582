import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2';
import {
  CancelledError,
  type Closeable,
  DeadlineExceededError,
  FailedPreconditionError,
  UnavailableError,
} from '@ballista-ts/core';
import { http2Settings, sessionWindowBytes } from './http2-settings.js';

export interface ConnectionPoolOptions {
  /** How long an unused connection stays open; 0 closes it after each call. @default 30_000 */
  readonly idleTtlMs?: number;
  /** @default 20_000 */
  readonly connectTimeoutMs?: number;
  /** Certificates for `https://` addresses. */
  readonly tls?: SecureClientSessionOptions;
}

/** The use of a connection for one call. */
export interface ConnectionLease {
  readonly session: ClientHttp2Session;
  /** Gives it back. A broken one is not handed out again: the next call connects anew. */
  release(broken?: boolean): void;
}

interface Connection {
  readonly session: ClientHttp2Session;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * HTTP/2 connections by address, shared by concurrent calls. Idle ones are closed after a while, and one on which anything failed is
 * dropped: the peer may have restarted, and TCP notices late.
 */
export class ConnectionPool implements Closeable {
  readonly #options: ConnectionPoolOptions;
  readonly #connections = new Map<string, Promise<Connection>>();
  readonly #sessions = new Set<ClientHttp2Session>();
  #closed = false;

  constructor(options: ConnectionPoolOptions = {}) {
    this.#options = options;
  }

  /** Connections that are open now. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A connection to `http://host:port` or `https://host:port`.
   * @throws UnavailableError, DeadlineExceededError, CancelledError, FailedPreconditionError when the pool is closed.
   */
  async acquire(url: string, signal?: AbortSignal): Promise<ConnectionLease> {
    if (this.#closed) throw new FailedPreconditionError('the connection pool is closed');
    if (signal?.aborted) throw new CancelledError('the call was cancelled', { cause: signal.reason });
    let connecting = this.#connections.get(url);
    if (connecting === undefined) {
      connecting = this.#connect(url);
      this.#connections.set(url, connecting);
      connecting.catch(() => this.#forget(url, connecting!));
    }
    const connection = await abortable(connecting, signal);
    connection.users += 1;
    clearTimeout(connection.idle);
    connection.session.ref();
    let released = false;
    return {
      session: connection.session,
      release: (broken = false) => {
        if (released) return;
        released = true;
        connection.users -= 1;
        if (broken) this.#forget(url, connecting!);
        if (connection.users > 0) return;
        const stays = this.#connections.get(url) === connecting && (this.#options.idleTtlMs ?? 30_000) > 0;
        if (!stays) {
          this.#forget(url, connecting!);
          connection.session.close();
          return;
        }
        connection.session.unref(); // an idle connection keeps no process alive
        connection.idle = setTimeout(() => {
          this.#forget(url, connecting!);
          connection.session.close();
        }, this.#options.idleTtlMs ?? 30_000);
        connection.idle.unref();
      },
    };
  }

  /** Closes every connection at once; calls in flight fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#connections.clear();
    await Promise.all(
      [...this.#sessions].map(
        (session) =>
          new Promise<void>((resolve) => {
            session.once('close', resolve);
            session.destroy();
          }),
      ),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #forget(url: string, connecting: Promise<Connection>): void {
    if (this.#connections.get(url) === connecting) this.#connections.delete(url);
  }

  #connect(url: string): Promise<Connection> {
    const { connectTimeoutMs = 20_000, tls } = this.#options;
    const connecting = new Promise<Connection>((resolve, reject) => {
      const session = connect(url, { ...http2Settings, ...tls });
      this.#sessions.add(session);
      const connection: Connection = { session, users: 0, idle: undefined };
      const timer = setTimeout(() => {
        reject(new DeadlineExceededError(`cannot connect to ${url} within ${connectTimeoutMs} ms`));
        session.destroy();
      }, connectTimeoutMs);
      session.once('connect', () => {
        clearTimeout(timer);
        if (session.destroyed) return; // closed while it was connecting; 'close' says so
        session.setLocalWindowSize(sessionWindowBytes);
        resolve(connection);
      });
      const gone = (): void => this.#forget(url, connecting);
      session.on('error', (cause) => {
        clearTimeout(timer);
        gone();
        reject(new UnavailableError(`cannot connect to ${url}: ${cause.message}`, { cause }));
      });
      session.once('goaway', gone);
      session.once('close', () => {
        clearTimeout(timer);
        clearTimeout(connection.idle);
        this.#sessions.delete(session);
        gone();
        reject(new UnavailableError(`cannot connect to ${url}: the connection was closed`));
      });
    });
    return connecting;
  }
}

/** Waits for `promise`, but not longer than `signal` allows; the connection itself goes on for the next caller. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError('the call was cancelled', { cause: signal.reason }));
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
