import { LargeUtf8, Utf8 } from '@ballista-ts/core';
import { binaryParameter, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { binaryFormat, encodeBytes } from './binary-format.js';

/** `encode(bytes, format)`: bytes (or the UTF-8 form of a text) as base64 without padding, base64pad or hex. */
export const encode = defineScalarFunction({
  name: 'encode',
  parameters: [binaryParameter('bytes'), textParameter('format')],
  returns: ([bytes]) => (bytes!.type.kind === 'LargeBinary' ? LargeUtf8 : Utf8),
  evaluate: ([bytes, format]) => encodeBytes(bytes as Uint8Array, binaryFormat(format as string)),
  doc: {
    section: 'Binary string',
    summary: 'Writes bytes as text: base64, base64pad or hex.',
    syntax: 'encode(bytes, format)',
    example: "encode('abc', 'hex') -- 616263",
  },
});
