import { type DataType, formatDataType, NotYetSupportedError, type Value } from '@ballista-ts/core';
import type { SeededRandom } from './seeded-random.js';

/**
 * A random value of a type, never NULL at the top. Every third one is a value that breaks things: the smallest and the largest of the
 * type, zero and its neighbours, -0.0, NaN, infinities, the empty string, text outside ASCII and beyond the first plane.
 *
 * @throws NotYetSupportedError for layouts that have no columns yet
 */
export function randomValue(random: SeededRandom, type: DataType): Value {
  switch (type.kind) {
    case 'Null':
      return null;
    case 'Boolean':
      return random.chance(0.5);
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32': {
      const bits = Number(/\d+$/.exec(type.kind)![0]);
      return Number(type.kind.startsWith('U') ? unsigned(random, bits) : signed(random, bits));
    }
    case 'Int64':
      return signed(random, 64);
    case 'UInt64':
      return unsigned(random, 64);
    case 'Float16':
    case 'Float32':
    case 'Float64':
      return float(random, type.kind);
    case 'Decimal128':
    case 'Decimal256':
      return decimal(random, type.precision);
    case 'Utf8':
    case 'LargeUtf8':
      return text(random);
    case 'Binary':
    case 'LargeBinary':
      return bytes(random, random.chance(0.2) ? 0 : random.integer(1, 20));
    case 'FixedSizeBinary':
      return bytes(random, type.byteWidth);
    case 'Date32':
      return random.chance(0.3)
        ? random.pick([-719_162, -1, 0, 59, 11_016, 2_932_896])
        : random.integer(-10_000, 40_000);
    case 'Date64':
      return BigInt(random.integer(-10_000, 40_000)) * 86_400_000n;
    case 'Time32':
      return random.integer(0, type.unit === 'second' ? 86_399 : 86_399_999);
    case 'Time64':
      return BigInt(random.integer(0, 86_399_999_999)) * (type.unit === 'microsecond' ? 1n : 1000n);
    case 'Timestamp':
      return timestamp(random, type.unit);
    case 'Duration':
      return BigInt(random.integer(-1_000_000_000, 1_000_000_000));
    case 'Interval':
      return interval(random, type.unit);
    case 'List':
    case 'LargeList':
      return Array.from({ length: random.integer(0, 4) }, () => nullable(random, type.field.type));
    case 'FixedSizeList':
      return Array.from({ length: type.size }, () => nullable(random, type.field.type));
    case 'Struct':
      return type.fields.map((one) => (one.nullable ? nullable(random, one.type) : randomValue(random, one.type)));
    case 'Map':
      return map(random, type.entries.type);
    case 'Dictionary':
      return randomValue(random, type.value);
    default:
      throw new NotYetSupportedError('random values of an Arrow layout', formatDataType(type));
  }
}

const nullable = (random: SeededRandom, type: DataType): Value =>
  random.chance(0.2) ? null : randomValue(random, type);

function signed(random: SeededRandom, bits: number): bigint {
  const max = 2n ** BigInt(bits - 1) - 1n;
  if (random.chance(0.3)) return random.pick([-max - 1n, -max, -1n, 0n, 1n, max - 1n, max]);
  // Small numbers as often as large ones: sums, products and joins need both.
  return BigInt.asIntN(Math.min(bits, random.pick([4, 8, 31, 64])), randomBits(random));
}

function unsigned(random: SeededRandom, bits: number): bigint {
  const max = 2n ** BigInt(bits) - 1n;
  if (random.chance(0.3)) return random.pick([0n, 1n, max >> 1n, (max >> 1n) + 1n, max - 1n, max]);
  return BigInt.asUintN(Math.min(bits, random.pick([4, 8, 32, 64])), randomBits(random));
}

const randomBits = (random: SeededRandom): bigint =>
  (BigInt(random.integer(0, 0xffff_ffff)) << 32n) | BigInt(random.integer(0, 0xffff_ffff));

const halfEdges = [65_504, -65_504, 2 ** -24, 2 ** -14];
const singleEdges = [3.4028234663852886e38, 1.401298464324817e-45, 16_777_216];
const doubleEdges = [Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, 2 ** 63, 0.1];

function float(random: SeededRandom, kind: 'Float16' | 'Float32' | 'Float64'): number {
  if (random.chance(0.3)) {
    const own = kind === 'Float16' ? halfEdges : kind === 'Float32' ? singleEdges : doubleEdges;
    return random.pick([0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, ...own]);
  }
  // Halves hold quarters exactly up to 512; singles are rounded here, so that what is stored is what was drawn.
  if (kind === 'Float16') return random.integer(-2048, 2048) / 4;
  const value = (random.next() - 0.5) * 10 ** random.integer(0, 9);
  return kind === 'Float32' ? Math.fround(value) : value;
}

function decimal(random: SeededRandom, precision: number): bigint {
  const max = 10n ** BigInt(precision) - 1n;
  if (random.chance(0.3)) return random.pick([0n, 1n, -1n, max, -max]);
  const digits = random.integer(1, precision);
  let value = 0n;
  for (let digit = 0; digit < digits; digit += 1) value = value * 10n + BigInt(random.integer(0, 9));
  return random.chance(0.5) ? value : -value;
}

const words = [
  '',
  ' ',
  'a',
  'A',
  'ab',
  'abc',
  '%',
  '_',
  "it's",
  'naïve',
  'Straße',
  '漢字',
  '🦆',
  'e\u0301',
  '\0',
  'a\nb',
  'x'.repeat(100),
];

function text(random: SeededRandom): string {
  if (random.chance(0.4)) return random.pick(words);
  return Array.from({ length: random.integer(0, 20) }, () => random.pick([...'abcdefgxyz0189 -'])).join('');
}

const bytes = (random: SeededRandom, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random.integer(0, 255));

const perSecond = { second: 1n, millisecond: 1000n, microsecond: 1_000_000n, nanosecond: 1_000_000_000n } as const;

/** Between 1900 and 2100, with a fraction; nanoseconds reach from 1677 to 2262 only. */
function timestamp(random: SeededRandom, unit: keyof typeof perSecond): bigint {
  if (random.chance(0.2)) return random.pick([-1n, 0n, 1n, 951_782_399n * perSecond[unit]]);
  const scale = perSecond[unit];
  return BigInt(random.integer(-2_208_988_800, 4_102_444_799)) * scale + BigInt(random.integer(0, Number(scale) - 1));
}

function interval(random: SeededRandom, unit: 'yearMonth' | 'dayTime' | 'monthDayNano'): Value {
  const small = (): number => random.integer(-40, 40);
  if (unit === 'yearMonth') return small();
  if (unit === 'dayTime') return { days: small(), milliseconds: random.integer(-100_000_000, 100_000_000) };
  return { months: small(), days: small(), nanos: BigInt(random.integer(-1_000_000, 1_000_000)) * 1_000_003n };
}

function map(random: SeededRandom, entry: DataType): Value {
  if (entry.kind !== 'Struct') throw new TypeError('the entries of a map are a struct');
  const [key, value] = entry.fields;
  // A map holds each key once.
  const keys = new Map<string, Value>();
  for (let n = random.integer(0, 3); n > 0; n -= 1) {
    const drawn = randomValue(random, key!.type);
    keys.set(String(drawn), drawn);
  }
  return [...keys.values()].map((one) => [one, nullable(random, value!.type)]);
}
