import {
  type DataType,
  type IntervalDayTime,
  type IntervalMonthDayNano,
  NotYetSupportedError,
  type Value,
} from '@ballista-ts/core';
import { plainType } from '../definition/parameter.js';

/** Where the hash of the first column starts. */
const initialSeed = 42;

/**
 * The hash that says which partition a row is shuffled to. Every executor, release and code path must compute the same numbers:
 * the definition and its test vectors are in docs/decisions/0020-shuffle-hash.md and testdata/shuffle-hash.json.
 *
 * MurmurHash3_x86_32 over the canonical little-endian bytes of each value, the hash of one column being the seed of the next.
 * Values that are equal under GROUP BY and `=` hash alike: -0.0 as 0.0, every NaN as one, NULL as a constant.
 *
 * @param seed where to start; the default is the shuffle's, others are for hashes that must not depend on it
 */
export const hashRow = (types: readonly DataType[], values: readonly Value[], seed: number = initialSeed): number =>
  rowHasher(types)(values, seed);

/** `hashRow` with the types looked at once. */
export function rowHasher(types: readonly DataType[]): (values: readonly Value[], seed?: number) => number {
  const hashers = types.map(valueHasher);
  return (values, seed = initialSeed) => {
    let hash = seed;
    for (let index = 0; index < hashers.length; index += 1) hash = hashers[index]!(values[index]!, hash);
    return hash >>> 0;
  };
}

/** The hashes of many rows, column by column; the same numbers as `hashRow`. */
export function hashRows(
  types: readonly DataType[],
  columns: readonly (readonly Value[])[],
  numRows: number,
): Uint32Array {
  const hashes = new Uint32Array(numRows).fill(initialSeed);
  for (let index = 0; index < types.length; index += 1) {
    const hash = valueHasher(types[index]!);
    const values = columns[index]!;
    for (let row = 0; row < numRows; row += 1) hashes[row] = hash(values[row]!, hashes[row]!);
  }
  return hashes;
}

/** The partition of a hash. */
export const partitionOfHash = (hash: number, partitionCount: number): number => (hash >>> 0) % partitionCount;

/** What NULL mixes into the seed; it has no bytes, and neither has empty text, so this tells them apart. */
const nullMark = 0x9e3779b9;

type Hasher = (value: Value, seed: number) => number;

function valueHasher(type: DataType): Hasher {
  const hash = presentHasher(plainType(type));
  return (value, seed) => (value === null ? finish(seed ^ nullMark) : hash(value, seed));
}

function presentHasher(type: DataType): Hasher {
  switch (type.kind) {
    case 'Null':
      return (_value, seed) => finish(seed ^ nullMark);
    case 'Boolean':
      return (value, seed) => hashWord(value === true ? 1 : 0, seed);
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
    case 'Date32':
    case 'Time32':
      return (value, seed) => hashWord(value as number, seed);
    case 'Float16':
    case 'Float32':
      return (value, seed) => {
        scratch.setFloat32(0, canonicalFloat(value as number), true);
        return hashScratch(1, seed);
      };
    case 'Float64':
      return (value, seed) => {
        scratch.setFloat64(0, canonicalFloat(value as number), true);
        return hashScratch(2, seed);
      };
    case 'Int64':
    case 'UInt64':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return (value, seed) => {
        scratch.setBigInt64(0, BigInt.asIntN(64, value as bigint), true);
        return hashScratch(2, seed);
      };
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
      return (value, seed) => hashWide(value as bigint, 2, seed);
    case 'Decimal256':
      return (value, seed) => hashWide(value as bigint, 4, seed);
    case 'Utf8':
    case 'LargeUtf8':
    case 'Utf8View':
      return (value, seed) => hashText(value as string, seed);
    case 'Binary':
    case 'LargeBinary':
    case 'BinaryView':
    case 'FixedSizeBinary':
      return (value, seed) => murmur3(value as Uint8Array, (value as Uint8Array).length, seed);
    case 'Interval':
      return intervalHasher(type.unit);
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
    case 'FixedSizeList':
      return sequenceHasher(valueHasher(type.field.type));
    case 'Map':
      return sequenceHasher(valueHasher(type.entries.type));
    case 'Struct': {
      const parts = type.fields.map((one) => valueHasher(one.type));
      return (value, seed) => {
        let hash = seed;
        for (let index = 0; index < parts.length; index += 1) {
          hash = parts[index]!((value as readonly Value[])[index]!, hash);
        }
        return hash;
      };
    }
    default:
      throw new NotYetSupportedError(`partitioning by hash of a ${type.kind} column`);
  }
}

/** Scratch space of the functions below; none of them calls back. */
const scratch = new DataView(new ArrayBuffer(32));
const canonicalFloat = (value: number): number => (value === 0 ? 0 : Number.isNaN(value) ? Number.NaN : value);

function intervalHasher(unit: 'yearMonth' | 'dayTime' | 'monthDayNano'): Hasher {
  if (unit === 'yearMonth') return (value, seed) => hashWord(value as number, seed);
  if (unit === 'dayTime') {
    return (value, seed) => {
      const { days, milliseconds } = value as IntervalDayTime;
      scratch.setInt32(0, days, true);
      scratch.setInt32(4, milliseconds, true);
      return hashScratch(2, seed);
    };
  }
  return (value, seed) => {
    const { months, days, nanos } = value as IntervalMonthDayNano;
    scratch.setInt32(0, months, true);
    scratch.setInt32(4, days, true);
    scratch.setBigInt64(8, nanos, true);
    return hashScratch(4, seed);
  };
}

/** The length first, so that [[1], [2]] and [[1, 2], []] differ. */
const sequenceHasher =
  (item: Hasher): Hasher =>
  (value, seed) => {
    const items = value as readonly Value[];
    let hash = hashWord(items.length, seed);
    for (const one of items) hash = item(one, hash);
    return hash;
  };

function hashWide(value: bigint, longs: number, seed: number): number {
  let rest = value;
  for (let index = 0; index < longs; index += 1, rest >>= 64n) {
    scratch.setBigInt64(index * 8, BigInt.asIntN(64, rest), true);
  }
  return hashScratch(longs * 2, seed);
}

let textBytes = new Uint8Array(256);
const encoder = new TextEncoder();
function hashText(text: string, seed: number): number {
  if (textBytes.length < text.length * 3) textBytes = new Uint8Array(text.length * 3);
  const { written } = encoder.encodeInto(text, textBytes);
  return murmur3(textBytes, written, seed);
}

function mixWord(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  k = Math.imul(k, 0x1b873593);
  const h = hash ^ k;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}
function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
const hashWord = (word: number, seed: number): number => finish(mixWord(seed, word | 0) ^ 4);
function hashScratch(words: number, seed: number): number {
  let hash = seed;
  for (let index = 0; index < words; index += 1) hash = mixWord(hash, scratch.getInt32(index * 4, true));
  return finish(hash ^ (words * 4));
}

/** MurmurHash3_x86_32 (Austin Appleby; public domain) of the first `length` bytes. */
export function murmur3(bytes: Uint8Array, length: number, seed: number): number {
  let hash = seed;
  const tail = length & ~3;
  for (let index = 0; index < tail; index += 4) {
    hash = mixWord(
      hash,
      bytes[index]! | (bytes[index + 1]! << 8) | (bytes[index + 2]! << 16) | (bytes[index + 3]! << 24),
    );
  }
  let k = 0;
  if (length - tail >= 3) k ^= bytes[tail + 2]! << 16;
  if (length - tail >= 2) k ^= bytes[tail + 1]! << 8;
  if (length - tail >= 1) {
    k ^= bytes[tail]!;
    k = Math.imul(k, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    hash ^= Math.imul(k, 0x1b873593);
  }
  return finish(hash ^ length);
}
