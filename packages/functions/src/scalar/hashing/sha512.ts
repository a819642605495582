import { createHash } from 'node:crypto';
import { Binary } from '@ballista-ts/core';
import { binaryParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `sha512(value)`: the raw digest of bytes, or of the UTF-8 form of a text. */
export const sha512 = defineScalarFunction({
  name: 'sha512',
  parameters: [binaryParameter('value')],
  returns: Binary,
  evaluate: ([value]) =>
    new Uint8Array(
      createHash('sha512')
        .update(value as Uint8Array)
        .digest(),
    ),
  doc: {
    section: 'Hashing',
    summary: 'SHA-512 digest as bytes.',
    syntax: 'sha512(value)',
    example: "encode(sha512('foo'), 'hex')",
  },
});
