import { type DataType, formatValue, isBinary, isString } from '@ballista-ts/core';
import { utf8Bytes, utf8Text } from '../text/code-points.js';
import { type CastKernel, castError } from './cast-kernel.js';

/** Text of a value as results show it; binary must hold UTF-8. */
export function toText(from: DataType, to: DataType): CastKernel | undefined {
  if (isString(from)) return (value) => value;
  if (isBinary(from)) {
    return (value) => {
      const text = utf8Text(value as Uint8Array);
      if (text === undefined) throw castError(value, from, to);
      return text;
    };
  }
  if (from.kind === 'Union') return undefined;
  return (value) => formatValue(from, value);
}

export function toBinary(from: DataType, to: DataType): CastKernel | undefined {
  const width = to.kind === 'FixedSizeBinary' ? to.byteWidth : undefined;
  const checked = (bytes: Uint8Array): Uint8Array => {
    if (width !== undefined && bytes.length !== width) throw castError(bytes, { kind: 'Binary' }, to);
    return bytes;
  };
  if (isBinary(from)) return (value) => checked(value as Uint8Array);
  if (isString(from)) return (value) => checked(utf8Bytes(value as string));
  return undefined;
}
