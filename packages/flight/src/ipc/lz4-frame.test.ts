import { DecodeError } from '@ballista-ts/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureIpcCodecs, type IpcCodec, type IpcCodecs } from './codecs.js';
import { decodeLz4Block } from './lz4-block.js';
import { xxh32 } from './xxh32.js';

let codecs: IpcCodecs;
beforeAll(async () => {
  codecs = await ensureIpcCodecs();
});

const repeat = (length: number, period = 97): Uint8Array =>
  new Uint8Array(length).map((_, index) => (index * 7) % period);
const noise = (length: number): Uint8Array => {
  let state = 1;
  return new Uint8Array(length).map(() => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
};
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

test('xxh32 gives the published values', () => {
  expect(xxh32(new Uint8Array())).toBe(0x02cc5d05);
  expect(xxh32(text('abc'))).toBe(0x32d153ff);
  expect(xxh32(text('Nobody inspects the spammish repetition'))).toBe(0xe2293b2f);
});

describe.each(['lz4', 'zstd'] as const)('the %s codec', (name) => {
  const codec = (): IpcCodec => codecs[name];

  test('gives back what it packed, at every size around its block sizes', () => {
    for (const length of [
      0,
      1,
      12,
      13,
      65_535,
      65_536,
      65_537,
      1 << 20,
      (4 << 20) - 1,
      4 << 20,
      (4 << 20) + 1,
      9 << 20,
    ]) {
      for (const bytes of length > 1 << 20 ? [repeat(length)] : [repeat(length), noise(length)]) {
        const packed = codec().encode(bytes);
        expect(Buffer.compare(codec().decode(packed, length), bytes), `${length} bytes`).toBe(0);
      }
    }
  });

  test('gives back arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(Buffer.compare(codec().decode(codec().encode(bytes), bytes.length), bytes)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('refuses a frame that holds more or less than announced', () => {
    const packed = codec().encode(repeat(1000));
    expect(() => codec().decode(packed, 999)).toThrow(DecodeError);
    expect(() => codec().decode(packed, 1001)).toThrow(DecodeError);
    expect(() => codec().decode(packed, 2 ** 40)).toThrow(DecodeError);
  });

  test('refuses truncated and trailing bytes', () => {
    const packed = codec().encode(repeat(1000));
    for (let length = 0; length < packed.length; length += 1) {
      expect(() => codec().decode(packed.subarray(0, length), 1000), `cut at ${length}`).toThrow(DecodeError);
    }
    if (name === 'lz4') expect(() => codec().decode(new Uint8Array([...packed, 0]), 1000)).toThrow(/after its end/);
  });

  test('stays usable after corrupt frames', () => {
    const bytes = repeat(100_000);
    const packed = codec().encode(bytes);
    for (let at = 0; at < packed.length; at += 1) {
      const changed = packed.slice();
      changed[at] = changed[at]! ^ 0x55;
      try {
        expect(codec().decode(changed, bytes.length).length).toBe(bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(DecodeError);
      }
    }
    expect(Buffer.compare(codec().decode(packed, bytes.length), bytes)).toBe(0);
  });
});

describe('an LZ4 frame', () => {
  test('has our flags, the content size, and a header checksum', () => {
    const frame = codecs.lz4.encode(repeat(100_000));
    expect([...frame.subarray(0, 6)]).toEqual([0x04, 0x22, 0x4d, 0x18, 0x68, 0x50]);
    expect(new DataView(frame.buffer).getBigUint64(6, true)).toBe(100_000n);
    expect(frame[14]).toBe((xxh32(frame.subarray(4, 14)) >>> 8) & 0xff);
    const changed = frame.slice();
    changed[14] = changed[14]! ^ 1;
    expect(() => codecs.lz4.decode(changed, 100_000)).toThrow(/header checksum/);
  });

  // What the C library writes by default: linked blocks with a content checksum. Here: "abcd" stored, then a block whose match
  // of 8 reaches into the one before, then the five literals a block has to end with.
  test('may link its blocks and carry checksums', () => {
    const content = text('abcdabcdabcdvwxyz');
    const stored = text('abcd');
    const linked = Uint8Array.of(0x04, 4, 0, 0x50, ...text('vwxyz'));
    const build = (checksum: number): Uint8Array => {
      const frame = new Uint8Array(7 + 4 + 4 + 4 + 9 + 4 + 4 - (9 - linked.length));
      const view = new DataView(frame.buffer);
      view.setUint32(0, 0x184d2204, true);
      frame[4] = 0b0100_0100;
      frame[5] = 0x40;
      frame[6] = (xxh32(frame.subarray(4, 6)) >>> 8) & 0xff;
      view.setUint32(7, stored.length + 0x8000_0000, true);
      frame.set(stored, 11);
      view.setUint32(15, linked.length, true);
      frame.set(linked, 19);
      view.setUint32(19 + linked.length + 4, checksum, true);
      return frame;
    };
    expect(Buffer.from(codecs.lz4.decode(build(xxh32(content)), content.length)).toString()).toBe('abcdabcdabcdvwxyz');
    expect(() => codecs.lz4.decode(build(1), content.length)).toThrow(/content checksum/);
  });

  test('decodes to the same bytes by wasm and by TypeScript', () => {
    for (const bytes of [repeat(50_000), repeat(50_000, 3), noise(5000), repeat(20)]) {
      const frame = codecs.lz4.encode(bytes);
      const size = new DataView(frame.buffer).getUint32(15, true);
      if (size >= 0x8000_0000) continue;
      const target = new Uint8Array(bytes.length);
      expect(decodeLz4Block(frame.subarray(19, 19 + size), target, 0, 0)).toBe(bytes.length);
      expect(Buffer.compare(target, bytes)).toBe(0);
    }
  });
});
