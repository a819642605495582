import { ExecutionError } from '@ballista-ts/core';

/** How encode and decode write bytes as text. */
export const binaryFormats = ['base64', 'base64pad', 'hex'] as const;
export type BinaryFormat = (typeof binaryFormats)[number];

export function binaryFormat(name: string): BinaryFormat {
  const found = binaryFormats.find((one) => one === name.toLowerCase());
  if (found === undefined) {
    throw new ExecutionError(`unknown binary format '${name}', expected one of ${binaryFormats.join(', ')}`);
  }
  return found;
}

export function encodeBytes(bytes: Uint8Array, format: BinaryFormat): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'hex') return buffer.toString('hex');
  const padded = buffer.toString('base64');
  return format === 'base64pad' ? padded : padded.replace(/=+$/, '');
}

/** @throws ExecutionError when the text is not of the format */
export function decodeText(text: string, format: BinaryFormat): Uint8Array {
  const valid =
    format === 'hex'
      ? /^(?:[0-9a-f]{2})*$/i.test(text)
      : format === 'base64pad'
        ? /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
        : /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
  if (!valid) throw new ExecutionError(`Failed to decode value using ${format}: it is not ${format} text`);
  return new Uint8Array(Buffer.from(text, format === 'hex' ? 'hex' : 'base64'));
}
