import { createHash } from 'node:crypto';
import { Binary } from '@ballista-ts/core';
import { binaryParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `sha384(value)`: the raw digest of bytes, or of the UTF-8 form of a text. */
export const sha384 = defineScalarFunction({
  name: 'sha384',
  parameters: [binaryParameter('value')],
  returns: Binary,
  evaluate: ([value]) =>
    new Uint8Array(
      createHash('sha384')
        .update(value as Uint8Array)
        .digest(),
    ),
  doc: {
    section: 'Hashing',
    summary: 'SHA-384 digest as bytes.',
    syntax: 'sha384(value)',
    example: "encode(sha384('foo'), 'hex')",
  },
});
