import { createServer as createHttp1Server } from 'node:http';
import { createServer as createHttp2Server, type Http2Server } from 'node:http2';
import { type AddressInfo, connect as connectTcp } from 'node:net';
import {
  CancelledError,
  DeadlineExceededError,
  executorId,
  FetchFailedError,
  InvalidArgumentError,
  jobId,
  NotYetSupportedError,
  type PartitionId,
  ShuffleFileKind,
  ShuffleLayout,
} from '@ballista-ts/core';
import { flight } from '@ballista-ts/core/proto';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { connectNodeAdapter, createGrpcTransport } from '@connectrpc/connect-node';
import { Int32, type RecordBatch, vectorFromArray } from 'apache-arrow';
import { afterEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '../test/memory-store.js';
import { batchOf, everyType, joinBytes, rowsOf } from '../test/sample-batches.js';
import { encodeAction } from './action.js';
import { doAction, doGet } from './block-transport.js';
import { BallistaClient, fetchAction } from './client.js';
import { ConnectionPool } from './client-pool.js';
import { type FlightService, flightHandler } from './flight-service.js';
import { ensureIpcCodecs } from './ipc/codecs.js';
import { encodeIpcStream, IpcStreamEncoder } from './ipc/stream-encoder.js';
import { createListener, type Listener, type RequestHandler } from './listener.js';
import { createFlightProxy } from './proxy.js';
import { blockTransportAction, createExecutorFlightService } from './service.js';

const executor = executorId('e1');
const partition = (partitionId: number): PartitionId => ({ jobId: jobId('j1'), stageId: 1, partitionId });

const cleanup: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const one of cleanup.splice(0).reverse()) await one();
});

const notFound: RequestHandler = (_request, response) => {
  response.statusCode = 404;
  response.end('nothing here');
};

async function listen(handler: RequestHandler): Promise<Listener> {
  const listener = await createListener({ handler, closeGraceMs: 200 });
  cleanup.push(() => listener.close());
  return listener;
}

const serve = (service: FlightService, fallback = notFound): Promise<Listener> =>
  listen(flightHandler(service, fallback));

function client(port: number): BallistaClient {
  const one = new BallistaClient('127.0.0.1', port);
  cleanup.push(() => one.close());
  return one;
}

function connectClient(port: number, options: { timeoutMs?: number } = {}) {
  const transport = createGrpcTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    ...(options.timeoutMs === undefined ? {} : { defaultTimeoutMs: options.timeoutMs }),
  });
  return createClient(flight.FlightService, transport);
}

async function withStore(store: MemoryStore): Promise<Listener> {
  await ensureIpcCodecs();
  return serve(createExecutorFlightService({ store }));
}

const streamOf = (...batches: RecordBatch[]): Uint8Array => joinBytes(encodeIpcStream(batches[0]!.schema, batches));
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const out: T[] = [];
  for await (const item of items) out.push(item);
  return out;
};
const eventually = async (condition: () => boolean, what: string): Promise<void> => {
  const end = Date.now() + 5000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const errorOf = async (run: Promise<unknown>): Promise<Error> => {
  try {
    await run;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};

describe('a partition', () => {
  for (const flightTransport of [true, false]) {
    test(`arrives with every type, over several streams (${flightTransport ? 'DoGet' : 'block transport'})`, async () => {
      const batch = batchOf(everyType());
      const store = new MemoryStore().set(4, () => [streamOf(batch, batch.slice(1, 3)), streamOf(batch)]);
      const { port } = await withStore(store);
      const batches = await all(
        client(port).fetchPartition(executor, partition(4), 7, ShuffleLayout.Sort, flightTransport),
      );
      expect(batches.flatMap(rowsOf)).toEqual([batch, batch.slice(1, 3), batch].flatMap(rowsOf));
      expect(store.requests[0]).toMatchObject({
        partition: partition(4),
        fileId: 7,
        layout: 'sort',
        fileKind: 'data',
        byteRanges: [],
      });
      expect(store.open_).toBe(0);
    });

    test(`without rows is an empty stream (${flightTransport ? 'DoGet' : 'block transport'})`, async () => {
      const empty = batchOf({ n: vectorFromArray([], new Int32()) });
      const store = new MemoryStore().set(0, () => [joinBytes(encodeIpcStream(empty.schema, []))]).set(1, () => []);
      const { port } = await withStore(store);
      const one = client(port);
      for (const id of [0, 1]) {
        expect(await all(one.fetchPartition(executor, partition(id), 1, ShuffleLayout.Sort, flightTransport))).toEqual(
          [],
        );
      }
    });

    test(`that does not exist is a fetch failure with its reason (${flightTransport ? 'DoGet' : 'block transport'})`, async () => {
      const { port } = await withStore(new MemoryStore());
      const error = await errorOf(
        all(client(port).fetchPartition(executor, partition(9), 1, ShuffleLayout.Sort, flightTransport)),
      );
      expect(error).toBeInstanceOf(FetchFailedError);
      expect(error.message).toContain('cannot fetch partition 9 of stage 1 of job j1 from executor e1');
      expect(error.message).toContain('no output of partition 9');
      expect((error.cause as { code: string }).code).toBe('NOT_FOUND');
    });
  }

  test('of an executor that is not there is a fetch failure', async () => {
    const { port, close } = await listen(notFound);
    await close(0);
    const error = await errorOf(all(client(port).fetchPartition(executor, partition(0), 1, ShuffleLayout.Sort, false)));
    expect(error).toBeInstanceOf(FetchFailedError);
    expect((error.cause as { code: string }).code).toBe('UNAVAILABLE');
  });

  test('is fetched only when somebody reads', async () => {
    const store = new MemoryStore().set(0, () => []);
    const { port } = await withStore(store);
    client(port).fetchPartition(executor, partition(0), 1, ShuffleLayout.Sort, true);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(store.requests).toEqual([]);
  });
});

describe('byte ranges', () => {
  test('come as raw blocks, at an address that needs no copy', async () => {
    const bytes = new Uint8Array(100_000).map((_, index) => index);
    const store = new MemoryStore().set(2, () => [bytes.subarray(0, 40_000), bytes.subarray(40_000)]);
    const { port } = await withStore(store);
    const byteRanges = [
      { start: 10, end: 20 },
      { start: 0, end: 0 },
    ];
    const blocks = await all(
      client(port).fetchByteRanges(executor, partition(2), 5, ShuffleLayout.Sort, ShuffleFileKind.Index, byteRanges),
    );
    expect(Buffer.compare(joinBytes(blocks), bytes)).toBe(0);
    expect(blocks.map((block) => block.byteOffset % 8)).toEqual([0, 0]);
    expect(store.requests[0]).toMatchObject({ fileKind: 'index', byteRanges });
  });

  test('are cut into blocks of at most 8 MiB', async () => {
    const store = new MemoryStore().set(0, () => [new Uint8Array(20 << 20)]);
    const { port } = await withStore(store);
    const action = fetchAction({
      partition: partition(0),
      host: '',
      port: 0,
      fileId: 1,
      layout: 'sort',
      fileKind: 'data',
      byteRanges: [],
    });
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const url = `http://127.0.0.1:${port}`;
    const blocks = await all(doAction(pool, url, blockTransportAction, encodeAction(action)));
    expect(blocks.map((block) => block.byteLength)).toEqual([8 << 20, 8 << 20, 4 << 20]);
  });

  test('become batches behind a schema that the reader has', async () => {
    const batch = batchOf({ n: vectorFromArray([1, 2, 3], new Int32()) });
    const encoder = new IpcStreamEncoder(batch.schema);
    const header = joinBytes(encoder.start());
    const body = joinBytes([...encoder.write(batch), ...encoder.finish()]);
    const store = new MemoryStore().set(0, () => [body]);
    const { port } = await withStore(store);
    const action = fetchAction({
      partition: partition(0),
      host: '127.0.0.1',
      port,
      fileId: 1,
      layout: ShuffleLayout.Sort,
      fileKind: ShuffleFileKind.Data,
      byteRanges: [{ start: header.length, end: header.length + body.length }],
    });
    const one = client(port);
    for (const head of [header, batch.schema]) {
      expect((await all(one.executeDoActionWithHeader(action, head))).flatMap(rowsOf)).toEqual(rowsOf(batch));
    }
    await expect(all(one.executeDoAction(action))).rejects.toThrow(/before any schema/);
  });

  test('and index files are refused by DoGet', async () => {
    const { port } = await withStore(new MemoryStore());
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const request = {
      partition: partition(0),
      host: '',
      port: 0,
      fileId: 1,
      layout: ShuffleLayout.Sort,
      byteRanges: [],
    };
    const ticket = encodeAction(fetchAction({ ...request, fileKind: ShuffleFileKind.Index }));
    await expect(all(doGet(pool, `http://127.0.0.1:${port}`, ticket))).rejects.toBeInstanceOf(InvalidArgumentError);
  });
});

describe('a Connect client', () => {
  const action = (id: number): Uint8Array =>
    encodeAction(
      fetchAction({
        partition: partition(id),
        host: '',
        port: 0,
        fileId: 1,
        layout: 'sort',
        fileKind: 'data',
        byteRanges: [],
      }),
    );

  test('reads our DoGet, without compression on top of ours', async () => {
    const batch = batchOf(everyType());
    const { port } = await withStore(new MemoryStore().set(0, () => [streamOf(batch)]));
    let encoding: string | null = 'not asked';
    const messages = await all(
      connectClient(port).doGet(
        { ticket: action(0) },
        { onHeader: (headers) => (encoding = headers.get('grpc-encoding')) },
      ),
    );
    // Connect clients accept gzip unless told otherwise, and gzip halves nothing and costs nine tenths of the speed.
    expect(encoding).toBe(null);
    expect(messages.length).toBeGreaterThanOrEqual(2);
    expect(messages[0]!.dataHeader.length).toBeGreaterThan(0);
    expect(messages.at(-1)!.dataBody.length % 8).toBe(0);
  });

  test('reads our DoAction, ListActions and Handshake', async () => {
    const bytes = new Uint8Array(30_000).fill(5);
    const { port } = await withStore(new MemoryStore().set(0, () => [bytes]));
    const one = connectClient(port);
    const results = await all(one.doAction({ type: 'IO_BLOCK_TRANSPORT', body: action(0) }));
    expect(Buffer.compare(joinBytes(results.map((result) => result.body)), bytes)).toBe(0);
    expect((await all(one.listActions({}))).map(({ type }) => type)).toEqual(['IO_BLOCK_TRANSPORT']);
    async function* hello() {
      yield { payload: new Uint8Array([1]) };
    }
    let header: string | null = null;
    const onHeader = (headers: Headers): void => {
      header = headers.get('authorization');
    };
    const [answer] = await all(one.handshake(hello(), { onHeader }));
    expect(answer!.payload.length).toBeGreaterThan(16);
    expect(header).toBe(`Bearer ${Buffer.from(answer!.payload).toString()}`);
  });

  test('gets a status with a readable message for what is wrong or not there', async () => {
    const { port } = await withStore(new MemoryStore());
    const one = connectClient(port);
    const codeOf = async (run: Promise<unknown>): Promise<[Code, string]> => {
      const error = ConnectError.from(await errorOf(run));
      return [error.code, error.rawMessage];
    };
    expect(await codeOf(all(one.doGet({ ticket: action(3) })))).toEqual([Code.NotFound, 'no output of partition 3']);
    expect((await codeOf(all(one.doGet({ ticket: new Uint8Array([255]) }))))[0]).toBe(Code.InvalidArgument);
    expect((await codeOf(all(one.doAction({ type: 'IO_BLOCK_TRANSFER' }))))[0]).toBe(Code.Unimplemented);
    expect(await codeOf(one.getFlightInfo({}))).toEqual([
      Code.Unimplemented,
      'Flight method GetFlightInfo is not supported yet',
    ]);
  });

  test('gets text that is not ASCII unharmed', async () => {
    const { port } = await serve({
      async *doGet() {
        throw new InvalidArgumentError('Größe: 100 %\n\u{1f600}');
      },
    });
    const error = ConnectError.from(await errorOf(all(connectClient(port).doGet({}))));
    expect(error.rawMessage).toBe('Größe: 100 %\n\u{1f600}');
  });

  test('gets its deadline, and the service learns of it', async () => {
    let reason: unknown;
    const { port } = await serve({
      async *doGet(_ticket, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        reason = signal.reason;
      },
    });
    const error = ConnectError.from(await errorOf(all(connectClient(port, { timeoutMs: 50 }).doGet({}))));
    expect(error.code).toBe(Code.DeadlineExceeded);
    await eventually(() => reason !== undefined, 'the service sees the deadline');
  });
});

describe('our client', () => {
  test('reads a Connect server, errors included', async () => {
    const adapter = connectNodeAdapter({
      acceptCompression: [],
      routes: (router) =>
        router.service(flight.FlightService, {
          async *doGet() {
            yield {
              dataHeader: new Uint8Array([1, 2]),
              dataBody: new Uint8Array(100_000).fill(9),
              appMetadata: new Uint8Array([3]),
            };
            yield { appMetadata: new Uint8Array([4]) };
            throw new ConnectError('no more', Code.ResourceExhausted);
          },
        }),
    });
    const { port } = await listen(adapter);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const frames: [number, number, number][] = [];
    const run = async (): Promise<void> => {
      for await (const frame of doGet(pool, `http://127.0.0.1:${port}`, new Uint8Array())) {
        frames.push([frame.metadata.length, frame.bodyLength, frame.appMetadata?.length ?? 0]);
      }
    };
    await expect(run()).rejects.toThrow('no more');
    expect(frames).toEqual([
      [2, 100_000, 1],
      [0, 0, 1],
    ]);
  });

  test('keeps the class of an error', async () => {
    const { port } = await serve({});
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const error = await errorOf(all(doGet(pool, `http://127.0.0.1:${port}`, new Uint8Array())));
    expect(error).toBeInstanceOf(NotYetSupportedError);
    expect(error.message).toBe('Flight method DoGet is not supported yet: not on this server');
  });
});

/** A service whose action never ends, and what became of it. */
function endless(): { service: FlightService; state: { produced: number; aborted: unknown } } {
  const state = { produced: 0, aborted: undefined as unknown };
  return {
    state,
    service: {
      async *doAction(_type, _body, { signal }) {
        signal.addEventListener('abort', () => {
          state.aborted = signal.reason;
        });
        for (;;) {
          state.produced += 1 << 20;
          yield new Uint8Array(1 << 20);
        }
      },
    },
  };
}

describe('cancelling', () => {
  // A `break` out of a loop over a Connect client leaves the call running, and the server's generator blocked in a write for ever.
  test('happens when the reader leaves the loop, even while the server is blocked in a write', async () => {
    const { service, state } = endless();
    const { port } = await serve(service);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    for await (const block of doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array())) {
      expect(block.length).toBe(1 << 20);
      break;
    }
    await eventually(() => state.aborted !== undefined, 'the service is told');
    expect(state.aborted).toBeInstanceOf(CancelledError);
  });

  test('happens when the signal aborts, also while nothing comes', async () => {
    let aborted = false;
    const { port } = await serve({
      async *doAction(_type, _body, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted = true;
      },
    });
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const controller = new AbortController();
    const run = all(doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array(), { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(run).rejects.toBeInstanceOf(CancelledError);
    await eventually(() => aborted, 'the service is told');
  });

  test('does nothing at all when the signal has aborted before', async () => {
    const store = new MemoryStore().set(0, () => []);
    const { port } = await withStore(store);
    const signal = AbortSignal.abort();
    const run = all(client(port).fetchPartition(executor, partition(0), 1, ShuffleLayout.Sort, true, { signal }));
    await expect(run).rejects.toBeInstanceOf(CancelledError);
    expect(store.requests).toEqual([]);
  });

  test('releases the file at once, whatever the transport', async () => {
    const batch = batchOf({ n: vectorFromArray(new Int32Array(1 << 20)) });
    async function* blocks(): AsyncGenerator<Uint8Array> {
      for (;;) yield streamOf(batch);
    }
    const store = new MemoryStore().set(0, blocks);
    const { port } = await withStore(store);
    for (const flightTransport of [true, false]) {
      for await (const one of client(port).fetchPartition(
        executor,
        partition(0),
        1,
        ShuffleLayout.Sort,
        flightTransport,
      )) {
        expect(one.numRows).toBe(1 << 20);
        expect(store.open_).toBe(1);
        break;
      }
      await eventually(() => store.open_ === 0, 'the file is closed');
    }
  });

  test('leaves the connection to others', async () => {
    const { service } = endless();
    const { port } = await serve(service);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const url = `http://127.0.0.1:${port}`;
    for (let round = 0; round < 3; round += 1) {
      for await (const block of doAction(pool, url, 'x', new Uint8Array())) {
        expect(block.length).toBe(1 << 20);
        break;
      }
    }
    expect(pool.size).toBe(1);
  });
});

describe('bounds', () => {
  test('a slow reader stops the server within a few windows', async () => {
    const { service, state } = endless();
    const { port } = await serve(service);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    let seen = 0;
    for await (const block of doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array())) {
      seen += block.length;
      if (seen === 1 << 20) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        expect(state.produced).toBeLessThan(32 << 20);
      }
      if (seen >= 64 << 20) break;
    }
  });

  test('many large streams share one connection, and one that nobody reads does not stop the others', async () => {
    const { service } = endless();
    const { port } = await serve(service);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const url = `http://127.0.0.1:${port}`;
    const stuck = Array.from({ length: 12 }, () => doAction(pool, url, 'x', new Uint8Array()));
    for (const one of stuck) await one.next();
    let seen = 0;
    for await (const block of doAction(pool, url, 'x', new Uint8Array())) {
      seen += block.length;
      if (seen >= 32 << 20) break;
    }
    expect(pool.size).toBe(1);
    for (const one of stuck) await one.return();
  });

  test('a server that goes silent ends the call after the idle time, but not while the reader is busy', async () => {
    const { port } = await serve({
      async *doAction(_type, _body, { signal }) {
        yield new Uint8Array(10);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const call = doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array(), { idleTimeoutMs: 60 });
    await call.next();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const started = Date.now();
    const error = await errorOf(call.next());
    expect(error).toBeInstanceOf(DeadlineExceededError);
    expect(Date.now() - started).toBeGreaterThanOrEqual(50);
    expect(pool.size).toBeLessThanOrEqual(1);
  });

  test('a whole call ends at its deadline', async () => {
    const { service } = endless();
    const { port } = await serve(service);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const run = all(doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array(), { timeoutMs: 80 }));
    await expect(run).rejects.toBeInstanceOf(DeadlineExceededError);
  });

  test('a request that is too large is refused', async () => {
    const { port } = await listen(
      flightHandler(createExecutorFlightService({ store: new MemoryStore() }), notFound, { maxRequestBytes: 1000 }),
    );
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const run = all(doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array(5000)));
    await expect(run).rejects.toThrow(/5\d\d\d bytes is over the limit of 1000/);
  });
});

describe('a hostile or broken server', () => {
  const raw = async (respond: Parameters<Http2Server['on']>[1]): Promise<string> => {
    const server = createHttp2Server();
    server.on('stream', respond as never);
    server.on('sessionError', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sessions = new Set<{ destroy(): void }>();
    server.on('session', (session) => sessions.add(session));
    cleanup.push(() => {
      for (const session of sessions) session.destroy();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const call = async (url: string, maxMessageBytes?: number): Promise<Error> => {
    const pool = new ConnectionPool({ connectTimeoutMs: 2000 });
    cleanup.push(() => pool.close());
    return errorOf(all(doGet(pool, url, new Uint8Array(), { maxMessageBytes, idleTimeoutMs: 2000 })));
  };
  const grpc = { ':status': 200, 'content-type': 'application/grpc' };
  const prefix = (flag: number, length: number): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes[0] = flag;
    bytes.writeUInt32BE(length, 1);
    return bytes;
  };
  type Stream = import('node:http2').ServerHttp2Stream;

  test('cannot make us allocate what it only announces', async () => {
    const url = await raw((stream: Stream) => {
      stream.on('error', () => {});
      stream.respond(grpc);
      stream.write(prefix(0, 0xffff_ffff));
    });
    expect((await call(url)).message).toContain('4294967295 bytes is over the limit of 1073741824');
    expect((await call(url, 100)).message).toContain('over the limit of 100');
  });

  test.each([
    ['a compressed message', prefix(1, 3), /compressed gRPC messages/],
    ['no gRPC message', Buffer.from('<html>'), /not a gRPC message: its first byte is 60/],
    [
      'a FlightData that is no protobuf',
      Buffer.concat([prefix(0, 2), Buffer.from([0x12, 99])]),
      /protobuf field of 99 bytes, 0 are left/,
    ],
    ['a number without end', Buffer.concat([prefix(0, 12), Buffer.alloc(12, 255)]), /more than ten bytes/],
  ] as const)('is caught sending %s', async (_what, bytes, expected) => {
    const url = await raw((stream: Stream) => {
      stream.on('error', () => {});
      stream.respond(grpc, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(bytes);
    });
    expect((await call(url)).message).toMatch(expected);
  });

  test('cannot pass off a truncated answer as whole', async () => {
    const inside = await raw((stream: Stream) => {
      stream.respond(grpc, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      stream.end(prefix(0, 100));
    });
    expect((await call(inside)).message).toBe('the call ended in the middle of a message');
    const withoutStatus = await raw((stream: Stream) => {
      stream.respond(grpc);
      stream.end();
    });
    expect((await call(withoutStatus)).message).toBe('the connection ended in the middle of a call');
    const reset = await raw((stream: Stream) => {
      stream.on('error', () => {});
      stream.respond(grpc);
      stream.write(prefix(0, 100));
      setTimeout(() => stream.close(2), 20);
    });
    expect((await call(reset)).message).toMatch(/^the connection (failed|ended)|reset the call/);
  });

  test('is named when it does not speak gRPC', async () => {
    const page = await raw((stream: Stream) => {
      stream.respond({ ':status': 502, 'content-type': 'text/html' });
      stream.end('bad gateway');
    });
    expect((await call(page)).message).toMatch(/does not speak gRPC: .*HTTP 502 text\/html/);
    const http1 = createHttp1Server((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => http1.listen(0, '127.0.0.1', resolve));
    cleanup.push(() => http1.close());
    const { port } = http1.address() as AddressInfo;
    expect((await call(`http://127.0.0.1:${port}`)).message).toMatch(/the connection|cannot connect/);
  });
});

describe('a proxy', () => {
  test('passes both transports on, to executors it knows only', async () => {
    const batch = batchOf(everyType());
    const store = new MemoryStore().set(0, () => [streamOf(batch)]);
    const { port } = await withStore(store);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const front = await serve(createFlightProxy({ pool, allows: (request) => request.port === port }));
    const one = client(front.port);
    for (const flightTransport of [true, false]) {
      const fetch = (to: number) =>
        all(one.fetchPartitionProxied(executor, partition(0), '127.0.0.1', to, 1, ShuffleLayout.Sort, flightTransport));
      expect((await fetch(port)).flatMap(rowsOf)).toEqual(rowsOf(batch));
      const error = await errorOf(fetch(port + 1));
      expect(error.message).toContain(`127.0.0.1:${port + 1} is not an executor of this cluster`);
    }
  });

  test('cancels what it fetches when its own client leaves', async () => {
    async function* blocks(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(1 << 20);
    }
    const store = new MemoryStore().set(0, blocks);
    const { port } = await withStore(store);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const front = await serve(createFlightProxy({ pool, allows: () => true }));
    const ownPool = new ConnectionPool();
    cleanup.push(() => ownPool.close());
    const action = encodeAction(
      fetchAction({
        partition: partition(0),
        host: '127.0.0.1',
        port,
        fileId: 1,
        layout: 'sort',
        fileKind: 'data',
        byteRanges: [],
      }),
    );
    for await (const block of doAction(ownPool, `http://127.0.0.1:${front.port}`, blockTransportAction, action)) {
      expect(block.length).toBe(1 << 20);
      break;
    }
    await eventually(() => store.open_ === 0, 'the file is closed');
  });
});

describe('one port', () => {
  test('serves gRPC, Flight and HTTP/1.1 side by side', async () => {
    const adapter = connectNodeAdapter({
      acceptCompression: [],
      routes: (router) => router.service(flight.FlightService, { getFlightInfo: () => ({ totalRecords: 5n }) }),
      fallback: (request, response) => {
        response.end(`${request.method} ${request.url} over ${request.httpVersion}`);
      },
    });
    const store = new MemoryStore().set(0, () => [new Uint8Array(8)]);
    // Bulk calls go to our handler; a method it does not have would be refused, so GetFlightInfo is asked over HTTP/1.1 here.
    const { port } = await serve(createExecutorFlightService({ store }), adapter);
    const page = await fetch(`http://127.0.0.1:${port}/api/state`);
    expect(await page.text()).toBe('GET /api/state over 1.1');
    const json = await fetch(`http://127.0.0.1:${port}/arrow.flight.protocol.FlightService/GetFlightInfo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await json.json()).toEqual({ totalRecords: '5' });
    const blocks = await all(
      client(port).fetchByteRanges(executor, partition(0), 1, ShuffleLayout.Sort, ShuffleFileKind.Data, []),
    );
    expect(joinBytes(blocks).length).toBe(8);
  });

  test('waits for the bytes that tell PRI from POST', async () => {
    const { port } = await listen((request, response) => response.end(`${request.method}`));
    const socket = connectTcp(port, '127.0.0.1');
    cleanup.push(() => socket.destroy());
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write('P');
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write('R');
    await new Promise((resolve) => setTimeout(resolve, 30));
    socket.write('OPFIND / HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => answer.includes('PROPFIND'), 'an answer');
  });

  test('closes promptly with an idle connection open, and says when a port is taken', async () => {
    const listener = await listen(notFound);
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const lease = await pool.acquire(`http://127.0.0.1:${listener.port}`);
    lease.release();
    await expect(createListener({ handler: notFound, port: listener.port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${listener.port}`,
    );
    const started = Date.now();
    await listener.close(3000);
    expect(Date.now() - started).toBeLessThan(1000);
  });

  test('closes promptly with a kept-alive HTTP/1.1 connection, after the request on it has its answer', async () => {
    let release: (() => void) | undefined;
    const { port, close } = await listen((_request, response) => {
      release = () => response.end('late');
    });
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await eventually(() => release !== undefined, 'a request');
    const started = Date.now();
    const closing = close(5000);
    setTimeout(() => release?.(), 50);
    expect(await (await answer).text()).toBe('late');
    await closing;
    expect(Date.now() - started).toBeLessThan(2000);
  });

  test('lets a call in flight end before it closes', async () => {
    const { port, close } = await serve({
      async *doAction() {
        yield new Uint8Array(1);
        await new Promise((resolve) => setTimeout(resolve, 150));
        yield new Uint8Array(2);
      },
    });
    const pool = new ConnectionPool();
    cleanup.push(() => pool.close());
    const call = doAction(pool, `http://127.0.0.1:${port}`, 'x', new Uint8Array());
    await call.next();
    const closing = close(5000);
    expect((await call.next()).value?.length).toBe(2);
    expect((await call.next()).done).toBe(true);
    await closing;
  });
});

describe('the connection pool', () => {
  test('closes idle connections after their time, and each at once when the time is 0', async () => {
    const { port } = await listen(notFound);
    const url = `http://127.0.0.1:${port}`;
    const short = new ConnectionPool({ idleTtlMs: 40 });
    cleanup.push(() => short.close());
    (await short.acquire(url)).release();
    expect(short.size).toBe(1);
    await eventually(() => short.size === 0, 'the connection is closed');
    const none = new ConnectionPool({ idleTtlMs: 0 });
    cleanup.push(() => none.close());
    (await none.acquire(url)).release();
    await eventually(() => none.size === 0, 'the connection is closed');
  });

  test('drops a broken connection and connects anew to a server that came back', async () => {
    const store = new MemoryStore().set(0, () => [new Uint8Array(3)]);
    const first = await withStore(store);
    const one = client(first.port);
    const fetch = () =>
      all(one.fetchByteRanges(executor, partition(0), 1, ShuffleLayout.Sort, ShuffleFileKind.Data, []));
    expect((await fetch()).length).toBe(1);
    await first.close(0);
    expect(await errorOf(fetch())).toBeInstanceOf(FetchFailedError);
    const second = await createListener({
      handler: flightHandler(createExecutorFlightService({ store }), notFound),
      port: first.port,
    });
    cleanup.push(() => second.close(0));
    expect((await fetch()).length).toBe(1);
  });

  test('gives up on an address that does not answer, and can be told to stop waiting', async () => {
    const pool = new ConnectionPool({ connectTimeoutMs: 100 });
    cleanup.push(() => pool.close());
    // TEST-NET-1: nobody there. Where the network says so at once, that is fine as well.
    const error = await errorOf(pool.acquire('http://192.0.2.1:9'));
    expect(error.message).toMatch(/cannot connect to http:\/\/192.0.2.1:9/);
    const { port } = await listen(notFound);
    await expect(pool.acquire(`http://127.0.0.1:${port}`, AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
    await pool.close();
    await expect(pool.acquire(`http://127.0.0.1:${port}`)).rejects.toThrow('the connection pool is closed');
  });
});
