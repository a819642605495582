import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `lower(text)`: by Unicode's case mapping. */
export const lower = defineScalarFunction({
  name: 'lower',
  parameters: [textParameter('text')],
  returns: textResult,
  evaluate: ([text]) => (text as string).toLowerCase(),
  doc: { section: 'String', summary: 'The text in lower case.', syntax: 'lower(text)', example: "lower('ÀB') -- àb" },
});
