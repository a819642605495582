import { Binary } from '@ballista-ts/core';
import { binaryParameter, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { utf8Text } from '../../text/code-points.js';
import { binaryFormat, decodeText } from './binary-format.js';

/** `decode(text, format)`: the bytes that a base64, base64pad or hex text stands for. */
export const decode = defineScalarFunction({
  name: 'decode',
  parameters: [binaryParameter('text'), textParameter('format')],
  returns: ([text]) => (text!.type.kind === 'LargeBinary' ? text!.type : Binary),
  evaluate: ([text, format]) => decodeText(utf8Text(text as Uint8Array) ?? '?', binaryFormat(format as string)),
  doc: {
    section: 'Binary string',
    summary: 'Reads bytes from base64, base64pad or hex text.',
    syntax: 'decode(text, format)',
    example: "decode('616263', 'hex')",
  },
});
