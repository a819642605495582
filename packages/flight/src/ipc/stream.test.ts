import { DecodeError, NotYetSupportedError, ResourcesExhaustedError } from '@ballista-ts/core';
import { Dictionary, Int8, Int32, type RecordBatch, RecordBatchReader, Utf8, vectorFromArray } from 'apache-arrow';
import { beforeAll, describe, expect, test } from 'vitest';
import { batchOf, batchWithoutColumns, everyType, joinBytes, rowsOf } from '../../test/sample-batches.js';
import { ensureIpcCodecs, type IpcCompression } from './codecs.js';
import { decodeIpcStream, IpcStreamDecoder } from './stream-decoder.js';
import { encodeIpcStream, IpcStreamEncoder } from './stream-encoder.js';

beforeAll(async () => {
  await ensureIpcCodecs();
});

const encode = (batches: RecordBatch[], compression: IpcCompression = 'none'): Uint8Array =>
  joinBytes(encodeIpcStream(batches[0]!.schema, batches, { compression }));

function decode(bytes: Uint8Array, blockSize = bytes.length): RecordBatch[] {
  const decoder = new IpcStreamDecoder();
  const batches: RecordBatch[] = [];
  for (let at = 0; at < bytes.length; at += blockSize) batches.push(...decoder.push(bytes.slice(at, at + blockSize)));
  decoder.finish();
  return batches;
}

const ints = (...values: (number | null)[]): RecordBatch => batchOf({ n: vectorFromArray(values, new Int32()) });

describe('a stream that we write', () => {
  for (const compression of ['none', 'lz4', 'zstd'] as const) {
    test(`comes back with every type, nulls and special values (${compression})`, () => {
      const batch = batchOf(everyType());
      const [back] = decode(encode([batch], compression));
      expect(back!.schema.fields.map(String)).toEqual(batch.schema.fields.map(String));
      expect(rowsOf(back!)).toEqual(rowsOf(batch));
    });

    test(`comes back when the batches are slices of larger ones (${compression})`, () => {
      const batch = batchOf(everyType());
      for (const [from, to] of [
        [1, 3],
        [2, 3],
        [0, 0],
      ] as const) {
        const slice = batch.slice(from, to);
        const [back] = decode(encode([slice], compression));
        expect(back!.numRows).toBe(to - from);
        expect(rowsOf(back!)).toEqual(rowsOf(slice));
      }
    });

    test(`is read by the Arrow library where that can unpack (${compression})`, () => {
      if (compression !== 'none') return;
      const batch = batchOf(everyType());
      const [back] = [...RecordBatchReader.from(encode([batch]))];
      expect(rowsOf(back!)).toEqual(rowsOf(batch));
    });
  }

  test('carries rows without columns', () => {
    expect(decode(encode([batchWithoutColumns(7)])).map((batch) => batch.numRows)).toEqual([7]);
  });

  test('carries no batches, one batch without rows, and schema metadata', () => {
    const empty = batchOf({ n: vectorFromArray([], new Int32()) }, new Map([['k', 'v']]));
    const decoder = new IpcStreamDecoder();
    expect([...decoder.push(joinBytes(encodeIpcStream(empty.schema, [])))]).toEqual([]);
    decoder.finish();
    expect(decoder.schema!.metadata.get('k')).toBe('v');
    expect(decode(encode([empty])).map((batch) => batch.numRows)).toEqual([0]);
  });

  test('sends a dictionary once, again when it changes, and only the new part when it grows', () => {
    const type = new Dictionary(new Utf8(), new Int8(), 5);
    const first = vectorFromArray(['a', 'b'], type);
    const second = vectorFromArray(['c'], type);
    const back = decode(encode([batchOf({ d: first }), batchOf({ d: first }), batchOf({ d: second })]));
    expect(back.flatMap((batch) => [...batch].map((row) => row.d))).toEqual(['a', 'b', 'a', 'b', 'c']);
  });

  test('counts its bytes', () => {
    const batch = ints(1, 2);
    const encoder = new IpcStreamEncoder(batch.schema);
    const bytes = joinBytes([...encoder.start(), ...encoder.write(batch), ...encoder.finish()]);
    expect(encoder.byteLength).toBe(bytes.length);
  });
});

describe('compressed bodies', () => {
  // Arrow 21.2.0 writes the compressed length here and every other implementation refuses it.
  for (const compression of ['lz4', 'zstd'] as const) {
    test(`carry the uncompressed length in front of each buffer (${compression})`, () => {
      const batch = batchOf({ n: vectorFromArray(new Int32Array(5000).fill(7)) });
      const bytes = encode([batch], compression);
      const magic = compression === 'lz4' ? [0x04, 0x22, 0x4d, 0x18] : [0x28, 0xb5, 0x2f, 0xfd];
      const at = Buffer.from(bytes).indexOf(Buffer.from(magic));
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      expect(view.getBigInt64(at - 8, true)).toBe(20_000n);
      expect(bytes.length).toBeLessThan(2000);
    });

    test(`carry -1 in front of a buffer that does not get smaller (${compression})`, () => {
      const batch = ints(1, -2, 77777777);
      const bytes = encode([batch], compression);
      const raw = Buffer.from(new Uint8Array(Int32Array.of(1, -2, 77777777).buffer));
      const at = Buffer.from(bytes).indexOf(raw);
      expect(new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(at - 8, true)).toBe(-1n);
      expect(rowsOf(decode(bytes)[0]!)).toEqual(rowsOf(batch));
    });
  }
});

describe('the decoder', () => {
  test('takes blocks of any size', () => {
    const batch = batchOf(everyType());
    const bytes = encode([batch, batch.slice(1, 3)], 'lz4');
    for (const size of [1, 3, 8, 100, 4096]) {
      const back = decode(bytes, size);
      expect(back.map((one) => one.numRows)).toEqual([3, 2]);
      expect(rowsOf(back[0]!)).toEqual(rowsOf(batch));
    }
  });

  test('restarts after each end-of-stream mark until the input ends', () => {
    const segment = joinBytes([
      encode([ints(1), ints(2)]),
      encode([ints(3)]),
      encode([ints()]),
      encode([ints(4, null)]),
    ]);
    for (const size of [1, 7, segment.length]) {
      const batches = decode(segment, size);
      expect(batches.flatMap((batch) => [...batch].map((row) => row.n))).toEqual([1, 2, 3, 4, null]);
    }
  });

  test('forgets dictionaries at the end of a stream', () => {
    const type = new Dictionary(new Utf8(), new Int8(), 5);
    const first = encode([batchOf({ d: vectorFromArray(['a'], type) })]);
    const second = encode([batchOf({ d: vectorFromArray(['z'], type) })]);
    expect(decode(joinBytes([first, second])).flatMap((batch) => [...batch].map((row) => row.d))).toEqual(['a', 'z']);
  });

  test('takes no input at all as no streams', () => {
    expect(decode(new Uint8Array())).toEqual([]);
  });

  test('takes a schema message alone in front, as a client puts it there', () => {
    const encoder = new IpcStreamEncoder(ints().schema);
    const header = joinBytes(encoder.start());
    expect(decode(header)).toEqual([]);
    expect(decode(joinBytes([header, encode([ints(5)])])).map((batch) => batch.numRows)).toEqual([1]);
  });

  test('gives views of a block that lies aligned, without copying', () => {
    const batch = batchOf({ n: vectorFromArray(new Int32Array(1000).fill(3)) });
    const block = encode([batch]);
    const decoder = new IpcStreamDecoder();
    const [back] = [...decoder.push(block)];
    expect(back!.data.children[0]!.values.buffer).toBe(block.buffer);
  });

  test('refuses a stream whose schema differs from the one before', () => {
    const other = batchOf({ n: vectorFromArray(['x'], new Utf8()) });
    expect(() => decode(joinBytes([encode([ints(1)]), encode([other])]))).toThrow(
      /schema changes from n: Int32 to n: Utf8/,
    );
  });

  test('says where a truncated stream ends, whatever the cut', () => {
    const bytes = encode([ints(1, 2, 3)]);
    for (let length = 1; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      const schemaOnly = joinBytes(new IpcStreamEncoder(ints().schema).start()).length;
      if (length === schemaOnly) expect(decode(cut)).toEqual([]);
      else expect(() => decode(cut), `cut at ${length}`).toThrow(/Arrow stream ended after \d+ bytes/);
    }
  });

  test('closes its source when the reader leaves the loop', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield encode([ints(1)]);
      } finally {
        closed = true;
      }
    }
    for await (const batch of decodeIpcStream(source())) {
      expect(batch.numRows).toBe(1);
      break;
    }
    expect(closed).toBe(true);
  });
});

describe('hostile bytes', () => {
  const kinds = (run: () => unknown): string => {
    try {
      run();
      return 'ok';
    } catch (error) {
      if (error instanceof DecodeError || error instanceof ResourcesExhaustedError) return 'refused';
      if (error instanceof NotYetSupportedError) return 'refused';
      // Arrow's getters turn 64-bit dates into numbers; a changed value may be beyond them, which is no fault of the bytes.
      if (error instanceof TypeError && error.message.includes('not safe to convert')) return 'ok';
      throw error;
    }
  };

  test('are refused when they are something else', () => {
    expect(() => decode(new TextEncoder().encode('ARROW1\0\0 and more'))).toThrow(/not an Arrow stream/);
    expect(() => decode(new TextEncoder().encode('PAR1PAR1'))).toThrow(DecodeError);
  });

  test('are refused before anything large is allocated', () => {
    const huge = new Uint8Array(16).fill(0xff, 0, 4);
    new DataView(huge.buffer).setInt32(4, 0x7fff_ffff, true);
    expect(() => decode(huge)).toThrow(/metadata of 2147483647 bytes is over the limit of 8388608/);
    new DataView(huge.buffer).setInt32(4, -5, true);
    expect(() => decode(huge)).toThrow(/metadata of -5 bytes/);
    const decoder = new IpcStreamDecoder({ maxBodyBytes: 8 });
    expect(() => [...decoder.push(encode([ints(1, 2, 3)]))]).toThrow(/body of 16 bytes is over the limit of 8/);
  });

  test('that unpack to more than the limit are refused by what they announce', () => {
    const bytes = encode([batchOf({ n: vectorFromArray(new Int32Array(100_000)) })], 'lz4');
    expect(bytes.length).toBeLessThan(10_000);
    const decoder = new IpcStreamDecoder({ maxUncompressedBytes: 100_000 });
    expect(() => [...decoder.push(bytes)]).toThrow(/announces 400000 bytes, 100000 are left/);
  });

  test('never do more than fail: one byte changed anywhere, in every codec', () => {
    const sample = batchOf(everyType());
    let refused = 0;
    for (const compression of ['none', 'lz4', 'zstd'] as const) {
      const bytes = encode([sample], compression);
      for (let at = 0; at < bytes.length; at += 11) {
        const changed = bytes.slice();
        changed[at] = changed[at]! ^ (1 << (at % 8));
        if (kinds(() => decode(changed).map(rowsOf)) === 'refused') refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(100);
    // And nothing that a corrupt body did to a codec outlives it.
    for (const compression of ['lz4', 'zstd'] as const) {
      expect(rowsOf(decode(encode([sample], compression))[0]!)).toEqual(rowsOf(sample));
    }
  });

  test('never do more than fail: four bytes overwritten with extremes', () => {
    const bytes = encode([batchOf(everyType())]);
    for (let at = 0; at + 4 <= bytes.length; at += 28) {
      for (const value of [0x7fff_ffff, 0xffff_ffff, 0x8000_0000, 1]) {
        const changed = bytes.slice();
        new DataView(changed.buffer).setUint32(at, value, true);
        kinds(() => decode(changed).map(rowsOf));
      }
    }
  });

  test.each([
    ['offsets that step back', { s: vectorFromArray(['ab', 'cd'], new Utf8()) }, [0, 2, 4], [0, 9, 4]],
    [
      'a dictionary index that is not there',
      { d: vectorFromArray(['a', 'b', 'c'], new Dictionary(new Utf8(), new Int32(), 1)) },
      [0, 1, 2],
      [0, 1, 3],
    ],
  ] as const)('are refused for %s', (_what, columns, from, to) => {
    const bytes = Buffer.from(encode([batchOf(columns)]));
    const needle = Buffer.from(new Uint8Array(Int32Array.of(...from).buffer));
    const at = bytes.lastIndexOf(needle, bytes.length - 9);
    Buffer.from(new Uint8Array(Int32Array.of(...to).buffer)).copy(bytes, at);
    expect(() => decode(new Uint8Array(bytes))).toThrow(DecodeError);
  });
});
