import {
  batchFromRows,
  decimal128,
  ExecutionError,
  field,
  Int64,
  list,
  NotYetSupportedError,
  type ObjectMeta,
  type ObjectStore,
  schema,
  Utf8,
} from '@ballista-ts/core';
import { seededRandom } from '@ballista-ts/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeParquet } from './encode-parquet.js';
import { ParquetMetadataCache } from './metadata-cache.js';
import { parquetFileStatistics } from './parquet-statistics.js';

/** A store of one file in memory. */
function storeOf(bytes: Uint8Array): { store: ObjectStore; file: ObjectMeta; reads: [number, number][] } {
  const reads: [number, number][] = [];
  const store = {
    async getRange(_path: string, start: number, end: number) {
      reads.push([start, end]);
      return bytes.slice(start, end);
    },
  } as unknown as ObjectStore;
  return { store, file: { path: 't/x.parquet', size: bytes.length, lastModifiedMs: 0 }, reads };
}

async function read(bytes: Uint8Array) {
  const { store, file } = storeOf(bytes);
  const metadata = await new ParquetMetadataCache(0).get(store, 'mem:///', file);
  return parquetFileStatistics(metadata.footer, metadata, metadata.schema);
}

let good: Uint8Array;
let footerLength: number;

beforeAll(async () => {
  const columns = schema([field('k', Int64), field('d', decimal128(30, 2)), field('s', Utf8), field('l', list(Int64))]);
  const rows = Array.from({ length: 50 }, (_one, i) => [BigInt(i), BigInt(i) * 10n ** 20n, `text ${i}`, [BigInt(i)]]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeParquet(columns, [batchFromRows(columns, rows)], { rowGroupRows: 20 }))
    chunks.push(chunk);
  // Not a Buffer, whose `slice` shares memory.
  good = new Uint8Array(Buffer.concat(chunks));
  footerLength = new DataView(good.buffer, good.byteOffset).getUint32(good.length - 8, true);
});

describe('one clear error that names the file', () => {
  const cut = (length: number) => good.slice(0, length);
  const withFooter = (footer: Uint8Array): Uint8Array => {
    const tail = new Uint8Array(8);
    new DataView(tail.buffer).setUint32(0, footer.length, true);
    tail.set(new TextEncoder().encode('PAR1'), 4);
    return Buffer.concat([good.slice(0, good.length - 8 - footerLength), footer, tail]);
  };

  test.each<[string, () => Uint8Array, string]>([
    ['for an empty file', () => cut(0), 'the file is empty'],
    ['for a few bytes', () => cut(8), 'the file has only 8 bytes'],
    [
      'for a truncated file',
      () => cut(good.length - 1),
      'it does not end with the bytes PAR1, so it is truncated or not a Parquet file',
    ],
    ['for half a file', () => cut(good.length >> 1), 'truncated or not a Parquet file'],
    ['for text', () => new TextEncoder().encode('a,b\n1,2\n3,4\n'), 'truncated or not a Parquet file'],
    ['for a file whose beginning is missing', () => good.slice(300), 'but the data of the file ends at'],
    [
      'for a footer length beyond the file',
      () => Buffer.concat([good.slice(0, -8), Buffer.from([255, 255, 255, 127]), Buffer.from('PAR1')]),
      'its footer is said to have 2147483647 bytes',
    ],
    [
      'for a footer length of zero',
      () => withFooter(new Uint8Array(0)),
      'its footer is corrupt: the data ends too early',
    ],
    ['for a footer of zeros', () => withFooter(new Uint8Array(50)), 'its footer is corrupt: the footer has no schema'],
    [
      'for a footer that is cut',
      () => withFooter(good.slice(good.length - 8 - footerLength, good.length - 20)),
      'its footer is corrupt',
    ],
  ])('%s', async (_name, bytes, message) => {
    const result = read(bytes());
    await expect(result).rejects.toThrow(ExecutionError);
    await expect(result).rejects.toThrow(`cannot read Parquet file mem:///t/x.parquet: `);
    await expect(result).rejects.toThrow(message);
  });

  test('for an encrypted file, which is a thing we do not have', async () => {
    const encrypted = Buffer.concat([good.slice(0, -4), Buffer.from('PARE')]);
    await expect(read(encrypted)).rejects.toThrow(NotYetSupportedError);
  });
});

test('any damage to the footer gives an answer or an error of ours, quickly', async () => {
  const random = seededRandom(20_250);
  let refused = 0;
  for (let i = 0; i < 3000; i += 1) {
    const bytes = good.slice();
    const damages = 1 + random.integer(0, 3);
    for (let j = 0; j < damages; j += 1) {
      bytes[good.length - 8 - footerLength + random.integer(0, footerLength - 1)] = random.integer(0, 255);
    }
    try {
      await read(bytes);
    } catch (error) {
      // A damaged bit may also say that a column is encrypted.
      expect(error instanceof ExecutionError || error instanceof NotYetSupportedError, String(error)).toBe(true);
      expect((error as Error).message).toContain('mem:///t/x.parquet');
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(1000);
  expect(refused).toBeLessThan(3000);
});

test('nesting and list lengths of a footer are bounded', async () => {
  const tail = (length: number) => {
    const bytes = Buffer.alloc(8, 'PAR1');
    bytes.writeUInt32LE(length, 0);
    return bytes;
  };
  // Field 15, a struct, in a struct, in a struct ...
  const deep = Buffer.alloc(100_000, 0xfc);
  await expect(read(Buffer.concat([Buffer.from('PAR1'), deep, tail(deep.length)]))).rejects.toThrow(
    'nesting is deeper than 64',
  );
  // Field 2, a list of two billion structs.
  const long = Buffer.from([0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0, 0, 0]);
  await expect(read(Buffer.concat([Buffer.from('PAR1'), long, tail(long.length)]))).rejects.toThrow(
    'items does not fit',
  );
});

describe('reading a footer', () => {
  test('takes one read of the end of the file, or two for a footer larger than that', async () => {
    const one = storeOf(good);
    await new ParquetMetadataCache().get(one.store, 'mem:///', one.file);
    expect(one.reads).toEqual([[0, good.length]]);
    const two = storeOf(good);
    const metadata = await new ParquetMetadataCache().get(two.store, 'mem:///', two.file, { sizeHint: 64 });
    expect(two.reads).toEqual([
      [good.length - 64, good.length],
      [good.length - 8 - footerLength, good.length - 8],
    ]);
    expect(metadata.footer.rowCount).toBe(50);
    expect(metadata.footer.rowGroups.map(({ rowCount }) => rowCount)).toEqual([20, 20, 10]);
  });

  test('is done once for a file, and again when the file changes', async () => {
    const { store, file, reads } = storeOf(good);
    const cache = new ParquetMetadataCache();
    const [first, second] = await Promise.all([cache.get(store, 'mem:///', file), cache.get(store, 'mem:///', file)]);
    expect(second).toBe(first);
    expect(await cache.get(store, 'mem:///', { ...file })).toBe(first);
    expect(reads).toHaveLength(1);
    expect(await cache.get(store, 'mem:///', { ...file, lastModifiedMs: 1 })).not.toBe(first);
    await cache.get(store, 'mem:///', { ...file, etag: 'x' });
    await cache.get(store, 'other:///', file);
    expect(reads).toHaveLength(4);
  });

  test('keeps the most recently used within the limit, and failures not at all', async () => {
    const { store, file, reads } = storeOf(good);
    const bytes = footerLength * 8;
    const cache = new ParquetMetadataCache(bytes * 2);
    const get = (path: string) => cache.get(store, 'mem:///', { ...file, path });
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(cache.byteSize).toBe(bytes * 2);
    expect(reads).toHaveLength(3);
    await get('a');
    expect(reads).toHaveLength(3);
    await get('b');
    expect(reads).toHaveLength(4);
    cache.clear();
    expect(cache.byteSize).toBe(0);

    const broken = storeOf(good.slice(0, 100));
    for (let i = 0; i < 2; i += 1)
      await expect(cache.get(broken.store, 'mem:///', broken.file)).rejects.toThrow(ExecutionError);
    expect(broken.reads).toHaveLength(2);
    expect(cache.byteSize).toBe(0);
  });
});
