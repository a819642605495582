import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `initcap(text)`: the first character of each run of letters and digits in upper case, the others in lower case. */
export const initcap = defineScalarFunction({
  name: 'initcap',
  parameters: [textParameter('text')],
  returns: textResult,
  evaluate: ([text]) =>
    (text as string).replace(
      /([\p{L}\p{N}])([\p{L}\p{N}\p{M}]*)/gu,
      (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase(),
    ),
  doc: {
    section: 'String',
    summary: 'Capitalises each word.',
    syntax: 'initcap(text)',
    example: "initcap('hello world') -- Hello World",
  },
});
