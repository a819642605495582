import { createHash } from 'node:crypto';
import { Utf8 } from '@ballista-ts/core';
import { binaryParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `md5(value)`: the digest as lower-case hexadecimal text (plain Utf8: Arrow for JavaScript has no text views). */
export const md5 = defineScalarFunction({
  name: 'md5',
  parameters: [binaryParameter('value')],
  returns: Utf8,
  evaluate: ([value]) =>
    createHash('md5')
      .update(value as Uint8Array)
      .digest('hex'),
  doc: {
    section: 'Hashing',
    summary: 'MD5 digest as hexadecimal text.',
    syntax: 'md5(value)',
    example: "md5('foo') -- acbd18db4cc2f85cedef654fccc4a4d8",
  },
});
