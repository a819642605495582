import { createHash } from 'node:crypto';
import { Binary } from '@ballista-ts/core';
import { binaryParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `sha224(value)`: the raw digest of bytes, or of the UTF-8 form of a text. */
export const sha224 = defineScalarFunction({
  name: 'sha224',
  parameters: [binaryParameter('value')],
  returns: Binary,
  evaluate: ([value]) =>
    new Uint8Array(
      createHash('sha224')
        .update(value as Uint8Array)
        .digest(),
    ),
  doc: {
    section: 'Hashing',
    summary: 'SHA-224 digest as bytes.',
    syntax: 'sha224(value)',
    example: "encode(sha224('foo'), 'hex')",
  },
});
