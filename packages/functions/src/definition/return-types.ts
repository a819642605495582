import {
  type ArgumentInfo,
  type DataType,
  Float32,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  Utf8,
  Utf8View,
} from '@ballista-ts/core';

/** Float32 for a Float32 argument, Float64 for every other number. */
export const floatResult = ([first]: readonly ArgumentInfo[]): DataType =>
  first?.type.kind === 'Float32' ? Float32 : Float64;

/** The type of the first argument. */
export const sameAsFirst = ([first]: readonly ArgumentInfo[]): DataType => first!.type;

/** Text in the layout of the first argument. */
export const textResult = ([first]: readonly ArgumentInfo[]): DataType => textLike(first!.type);

/** Text in the layout of a type: views stay views, large stays large. */
export const textLike = (type: DataType): DataType =>
  type.kind === 'Utf8View' ? Utf8View : type.kind === 'LargeUtf8' ? LargeUtf8 : Utf8;

/** Int64 for large text, which may be longer than 2^31, else Int32. */
export const lengthResult = ([first]: readonly ArgumentInfo[]): DataType =>
  first?.type.kind === 'LargeUtf8' ? Int64 : Int32;

/** A count in the form of `lengthResult`. */
export const lengthValue = (count: number, type: DataType): number | bigint =>
  type.kind === 'Int64' ? BigInt(count) : count;

/** A result type that is never NULL. */
export const neverNull = (type: DataType) => () => ({ type, nullable: false });
