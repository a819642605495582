import { createServer as createHttp1Server } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type Closeable, IoError } from '@ballista-ts/core';
import type { connectNodeAdapter } from '@connectrpc/connect-node';
import { http2Settings, sessionWindowBytes } from './http2-settings.js';

/** What Node's HTTP/1.1 and HTTP/2 servers call, and what `connectNodeAdapter` and `flightHandler` return. */
export type RequestHandler = ReturnType<typeof connectNodeAdapter>;

export interface ListenerOptions {
  readonly handler: RequestHandler;
  /** @default '127.0.0.1' */
  readonly host?: string;
  /** 0 takes any free port; see {@link Listener.port}. @default 0 */
  readonly port?: number;
  /** How long `close` waits for calls in flight before it cuts them. @default 5000 */
  readonly closeGraceMs?: number;
}

/** A port that is open. */
export interface Listener extends Closeable {
  readonly host: string;
  readonly port: number;
  /** Stops accepting, lets calls in flight end within the grace time, then cuts what is left. */
  close(graceMs?: number): Promise<void>;
}

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\n');
/** A connection that says nothing is dropped after this. */
const sniffTimeoutMs = 10_000;

/**
 * Opens one cleartext port for HTTP/2 (gRPC, Flight) and HTTP/1.1 (REST, Connect, gRPC-web, pages): the first bytes of a connection
 * tell which it is.
 *
 * @throws IoError when the port cannot be opened.
 */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const { handler, host = '127.0.0.1', port = 0, closeGraceMs = 5000 } = options;
  const sockets = new Set<Socket>();
  const http1Sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  const http1 = createHttp1Server(handler);
  // Node keeps track of a server's connections only when the server itself listens, so idle ones are found here.
  const answering = new Map<Socket, number>();
  http1.on('request', ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = answering.get(socket)! - 1;
      if (left > 0) answering.set(socket, left);
      else answering.delete(socket);
      if (closing !== undefined && left === 0) socket.end();
    });
  });
  const http2 = createHttp2Server(http2Settings, handler);
  let closing: Promise<void> | undefined;
  http2.on('session', (session) => {
    sessions.add(session);
    session.setLocalWindowSize(sessionWindowBytes);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => {}); // 'close' follows; the calls on it have their own errors
    if (closing !== undefined) session.close();
  });
  const tcp = createTcpServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => {
      sockets.delete(socket);
      http1Sockets.delete(socket);
    });
    socket.on('error', () => {}); // a peer that went away; 'close' follows
    sniff(socket, (isHttp2) => {
      if (!isHttp2) http1Sockets.add(socket);
      (isHttp2 ? http2 : http1).emit('connection', socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    tcp.once('error', (cause) => reject(new IoError(`cannot listen on ${host}:${port}: ${cause.message}`, { cause })));
    tcp.listen(port, host, resolve);
  });

  const close = async (graceMs: number): Promise<void> => {
    const closed = new Promise<void>((resolve) => tcp.close(() => resolve()));
    for (const session of sessions) session.close();
    for (const socket of http1Sockets) if (!answering.has(socket)) socket.end();
    const cut = setTimeout(() => {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(cut);
    http1.close();
    http2.close();
  };
  const listener: Listener = {
    host,
    port: (tcp.address() as AddressInfo).port,
    close(graceMs = closeGraceMs) {
      closing ??= close(graceMs);
      return closing;
    },
    [Symbol.asyncDispose]: () => listener.close(),
  };
  return listener;
}

/** Calls back once the first bytes tell HTTP/2 from HTTP/1.1; the bytes stay in the socket. */
function sniff(socket: Socket, decided: (isHttp2: boolean) => void): void {
  const timer = setTimeout(() => socket.destroy(), sniffTimeoutMs);
  const seen: Buffer[] = [];
  let length = 0;
  const look = (): void => {
    for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
      seen.push(chunk);
      length += chunk.length;
    }
    const bytes = Buffer.concat(seen, length);
    const compared = Math.min(length, preface.length);
    const isPrefix = bytes.subarray(0, compared).equals(preface.subarray(0, compared));
    // "P" may still become POST; nothing else needs more than its first bytes.
    if (length === 0 || (isPrefix && length < preface.length)) return;
    socket.off('readable', look);
    clearTimeout(timer);
    socket.unshift(bytes);
    decided(isPrefix);
  };
  socket.on('readable', look);
  socket.once('close', () => clearTimeout(timer));
}
