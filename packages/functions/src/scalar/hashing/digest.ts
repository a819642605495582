import { createHash } from 'node:crypto';
import { Binary, ExecutionError, NotYetSupportedError } from '@ballista-ts/core';
import { binaryParameter, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** Our names of the algorithms, and OpenSSL's. */
const algorithms: Readonly<Record<string, string>> = {
  md5: 'md5',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
  blake2s: 'blake2s256',
  blake2b: 'blake2b512',
};

/** `digest(value, algorithm)`: the raw digest by an algorithm given by name. */
export const digest = defineScalarFunction({
  name: 'digest',
  parameters: [binaryParameter('value'), textParameter('algorithm')],
  returns: Binary,
  evaluate: ([value, algorithm]) => {
    const name = (algorithm as string).toLowerCase();
    if (name === 'blake3') throw new NotYetSupportedError('digest with blake3');
    if (!Object.hasOwn(algorithms, name)) {
      throw new ExecutionError(
        `There is no built-in digest algorithm named '${algorithm}', currently supported algorithms: ${Object.keys(algorithms).join(', ')}`,
      );
    }
    return new Uint8Array(
      createHash(algorithms[name]!)
        .update(value as Uint8Array)
        .digest(),
    );
  },
  doc: {
    section: 'Hashing',
    summary: 'Digest by a named algorithm: md5, sha224, sha256, sha384, sha512, blake2s or blake2b.',
    syntax: 'digest(value, algorithm)',
    example: "encode(digest('foo', 'sha256'), 'hex')",
  },
});
