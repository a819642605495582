import { DecodeError, InvalidArgumentError } from '../../errors/errors.js';

/** Two's complement, most significant byte first. @throws InvalidArgumentError when the value does not fit. */
export function toBigEndian(value: bigint, width: number): Uint8Array {
  if (BigInt.asIntN(width * 8, value) !== value) throw new InvalidArgumentError(`${value} does not fit ${width} bytes`);
  const bytes = new Uint8Array(width);
  let rest = value;
  for (let index = width - 1; index >= 0; index -= 1, rest >>= 8n) bytes[index] = Number(rest & 0xffn);
  return bytes;
}

/** @throws DecodeError when the number of bytes is not the one the type has. */
export function fromBigEndian(bytes: Uint8Array, width: number, what: string): bigint {
  if (bytes.length !== width) throw new DecodeError(`${what} has ${bytes.length} bytes instead of ${width}`);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(width * 8, value);
}
