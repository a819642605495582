import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `upper(text)`: by Unicode's case mapping. */
export const upper = defineScalarFunction({
  name: 'upper',
  parameters: [textParameter('text')],
  returns: textResult,
  evaluate: ([text]) => (text as string).toUpperCase(),
  doc: { section: 'String', summary: 'The text in upper case.', syntax: 'upper(text)', example: "upper('àb') -- ÀB" },
});
