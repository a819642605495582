import { createHash } from 'node:crypto';
import { Binary } from '@ballista-ts/core';
import { binaryParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `sha256(value)`: the raw digest of bytes, or of the UTF-8 form of a text. */
export const sha256 = defineScalarFunction({
  name: 'sha256',
  parameters: [binaryParameter('value')],
  returns: Binary,
  evaluate: ([value]) =>
    new Uint8Array(
      createHash('sha256')
        .update(value as Uint8Array)
        .digest(),
    ),
  doc: {
    section: 'Hashing',
    summary: 'SHA-256 digest as bytes.',
    syntax: 'sha256(value)',
    example: "encode(sha256('foo'), 'hex')",
  },
});
