import { type DataType, ExecutionError } from '@ballista-ts/core';

export type IntegerKind = 'Int8' | 'Int16' | 'Int32' | 'Int64' | 'UInt8' | 'UInt16' | 'UInt32' | 'UInt64';
/** Integers whose JavaScript form is a number. */
export type SmallIntegerKind = Exclude<IntegerKind, 'Int64' | 'UInt64'>;

const bitsOf: Readonly<Record<IntegerKind, number>> = {
  Int8: 8,
  Int16: 16,
  Int32: 32,
  Int64: 64,
  UInt8: 8,
  UInt16: 16,
  UInt32: 32,
  UInt64: 64,
};
export const integerBits = (kind: IntegerKind): number => bitsOf[kind];
export const isIntegerKind = (kind: DataType['kind']): kind is IntegerKind => kind in bitsOf;
/** Whether values are bigints rather than numbers. */
export const isWide = (kind: IntegerKind): kind is 'Int64' | 'UInt64' => kind === 'Int64' || kind === 'UInt64';
export const isUnsigned = (kind: IntegerKind): boolean => kind.startsWith('U');

/** Smallest and largest value. */
export function integerRange(kind: IntegerKind): { readonly min: bigint; readonly max: bigint } {
  const bits = BigInt(bitsOf[kind]);
  return isUnsigned(kind)
    ? { min: 0n, max: (1n << bits) - 1n }
    : { min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n };
}

/** Keeps the low bits of the type, as two's complement hardware does. The result of + - * is exact enough for it: below 2^53. */
export function wrapSmall(kind: SmallIntegerKind, value: number): number {
  switch (kind) {
    case 'Int8':
      return (value << 24) >> 24;
    case 'Int16':
      return (value << 16) >> 16;
    case 'Int32':
      return value | 0;
    case 'UInt8':
      return value & 0xff;
    case 'UInt16':
      return value & 0xffff;
    case 'UInt32':
      return value >>> 0;
  }
}
export const wrapWide = (kind: 'Int64' | 'UInt64', value: bigint): bigint =>
  kind === 'Int64' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);

/** An exact integer in the form of a type, or undefined when it is out of range. */
export function fitInteger(kind: IntegerKind, value: bigint): number | bigint | undefined {
  const { min, max } = integerRange(kind);
  if (value < min || value > max) return undefined;
  return isWide(kind) ? value : Number(value);
}

export const int64Min = -(1n << 63n);
export const int64Max = (1n << 63n) - 1n;

/** @throws ExecutionError when the result of `what` does not fit 64 bits. */
export function checkInt64(value: bigint, what: string): bigint {
  if (value < int64Min || value > int64Max) throw overflow(what);
  return value;
}

export const overflow = (what: string): ExecutionError =>
  new ExecutionError(`Arithmetic overflow: Overflow happened on: ${what}`);
export const divideByZero = (): ExecutionError => new ExecutionError('Divide by zero error');
